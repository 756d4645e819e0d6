import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import type { LeftOut } from '#features/imports/contract/log-imports.ts';
import type { Database } from '#server/database/open-database.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import type { Clock } from '#server/outside/clock.ts';
import { listConversations, listDeletedConversations } from '#domain/conversations/conversations.repository.ts';
import type { Changes, Conversation } from '#domain/conversations/conversation.ts';
import { normalizeBatch, type Batch } from '#domain/conversations/batches/normalize-batch.ts';
import { persistBatches } from '#domain/conversations/batches/persist-batches.service.ts';
import { addLeftOut } from './left-out.ts';
import { listTurns } from '#domain/conversations/turns/stored-turns.ts';
import * as repository from './log-imports.repository.ts';
import type { StoredImport } from './log-imports.repository.ts';
import { mergeRecords } from './read/group-records.ts';
import type { WindowRecords } from './read/read-window.ts';

interface Storing {
  readonly companyId: string;
  readonly timeZone: string;
  readonly stored: StoredImport;
  readonly read: WindowRecords;
}

/**
 * Stores what a part of the file says, and in the same transaction that it is read, so that a killed import continues there.
 * @returns false, with nothing stored, where the import was cancelled or another attempt has gone further
 */
export async function createWindow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { companyId, timeZone, stored, read }: Storing,
): Promise<boolean> {
  const { id, settings } = stored;
  const ids = read.conversations.map((each) => toRecordId(each.id));
  const present = await database.inCompany(companyId, (tx) => listConversations(tx, ids));
  const deleted = await database.inCompany(companyId, (tx) => listDeletedConversations(tx, ids));
  const own = read.conversations.filter(({ id: external }) => {
    const found = present.get(toRecordId(external));
    return !deleted.has(toRecordId(external)) && (!found || found.intakeKeyId === id);
  });
  const batch = toImportBatch(
    own.map((each) => continueConversation(each, present.get(toRecordId(each.id)))),
    { id, isBilled: settings?.billed ?? false },
  );
  const finish = async (tx: Parameters<typeof repository.recordImportProgress>[0], changes: Changes) => {
    const recorded = await repository.recordImportProgress(tx, toProgress({ stored, read }, changes, own.length));
    if (!recorded) throw new SupersededImport();
  };
  try {
    await persistBatches({ database, clock }, { companyId, timeZone }, [batch], finish);
    return true;
  } catch (error) {
    if (error instanceof SupersededImport) return false;
    throw error;
  }
}

/** Takes the transaction back. */
class SupersededImport extends Error {}

function toProgress({ stored, read }: Pick<Storing, 'stored' | 'read'>, changes: Changes, own: number) {
  const { id, readBytes: fromBytes } = stored;
  const made = changes.conversations.filter(({ before, after }) => !before && after).length;
  const changed = new Set(changes.conversations.map(({ before, after }) => (after ?? before)?.id)).size;
  return {
    id,
    fromBytes,
    readBytes: fromBytes + read.consumedBytes,
    reader: JSON.stringify(read.state),
    records: stored.records + read.records,
    conversations: stored.conversations + made,
    messages: stored.messages + changes.messages.filter(({ isNew }) => isNew).length,
    known: stored.known + (read.conversations.length - own) + Math.max(0, own - changed),
    leftOut: JSON.stringify(read.leftOut.reduce<readonly LeftOut[]>(addLeftOut, stored.leftOut)),
  };
}

interface Origin {
  readonly id: string;
  readonly isBilled: boolean;
}

/** Imported history is not billed unless its importer says so. */
export function toImportBatch(conversations: readonly IntakeConversation[], { id, isBilled }: Origin): Batch {
  const runs = isBilled ? { billed: true } : { requests: [] };
  return normalizeBatch({
    conversations: conversations.map((each) => ({ ...each, ...runs })),
    messages: [],
    statuses: [],
    intakeKeyId: id,
    isImport: true,
  });
}

/** History is over where it says nothing else. */
export const toFirstReport = (item: IntakeConversation): IntakeConversation => ({ status: 'Completed', ...item });

const completed = conversationStatuses.indexOf('Completed') + 1;

/**
 * A conversation of which an earlier part of the file was stored: it keeps the first start, its turns and its calls, and an
 * older part does not take back the status of a newer one, unless that one only is how history ends.
 */
function continueConversation(item: IntakeConversation, known: Conversation | undefined): IntakeConversation {
  if (!known) return toFirstReport(item);
  const before: IntakeConversation = {
    id: item.id,
    date: new Date(known.startedAt).toISOString(),
    reportedAt: new Date(known.reportedAt).toISOString(),
    apiCalls: known.apiCalls,
    turns: listTurns(known.turns),
  };
  const { status, ...merged } = mergeRecords(before, item);
  const isNewer = Date.parse(item.reportedAt ?? item.date) >= known.statusAt;
  return status !== undefined && (isNewer || known.status === completed) ? { ...merged, status } : merged;
}
