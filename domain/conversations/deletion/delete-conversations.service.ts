import { getMonth } from '#contract/calendar/zones.ts';
import { wholeTaskKinds } from '#contract/tasks/task-kinds.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { deleteEmptyUsage } from '../../ledger/replaced-usage.ts';
import { getToday } from '../../ledger/calendar/time-zone.repository.ts';
import { followConversations } from '../../search/search-pending.repository.ts';
import { listConversations } from '../conversations.repository.ts';
import { listFollowed } from '../follow-changes.ts';
import { deleteConversations as deleteRows } from '../conversation-writes.repository.ts';
import { updateRollups } from '../rollups/rollups.repository.ts';
import { updateTurnRollups } from '../turns/turn-rollups.repository.ts';
import * as repository from './deletions.repository.ts';

/** Conversations of one transaction, for which the intake of the company waits. */
export const batchSize = 200;

interface Deletion {
  readonly companyId: string;
  /** Counts what is deleted. Null for retention, after which a report may come back. */
  readonly erasureId: string | null;
  readonly ids: readonly string[];
  /** Also the requests of this month, which is not billed yet. */
  readonly deletesRequests: boolean;
  /** Marks the undo of an import, after which its conversations can be imported again. */
  readonly isUndo?: boolean;
}

/**
 * Deletes conversations with their files, and corrects all sums, a batch in a transaction. What is reported about them later
 * is not stored. Can be repeated.
 */
export async function deleteConversations(
  portal: Uses<'database' | 'files' | 'clock'>,
  deletion: Deletion,
): Promise<void> {
  for (let at = 0; at < deletion.ids.length; at += batchSize) {
    const ids = deletion.ids.slice(at, at + batchSize);
    const files = await deleteFilesOf(portal, deletion.companyId, ids);
    await deleteBatch(portal, { ...deletion, ids }, files);
  }
}

/** Deletes the requests that are not billed yet, with their sums. @returns how many */
async function deleteRequests(
  tx: CompanyTransaction,
  deleted: { readonly ids: readonly string[]; readonly now: Date },
) {
  const openSince = getMonth(await getToday(tx, deleted.now));
  const days = await repository.deleteOpenRequests(tx, { ids: [...deleted.ids], openSince });
  await deleteEmptyUsage(
    tx,
    days.map(({ day }) => day),
  );
  await repository.deleteMatchedRequests(tx, { ids: [...deleted.ids] });
  return days.reduce((sum, { requests }) => sum + requests, 0);
}

/** The files first, because the messages alone name them. @returns how many */
export async function deleteFilesOf(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
  ids: readonly string[],
): Promise<number> {
  const shown = await database.inCompany.read(companyId, (tx) => repository.listFilesOfMessages(tx, { ids }));
  const keys = shown.map(({ key }) => key);
  if (keys.length === 0) return 0;
  for (const key of keys) await files.delete({ companyId, key });
  await database.inCompany(companyId, (tx) => repository.deleteFiles(tx, { keys }));
  return keys.length;
}

function deleteBatch(
  { database, clock }: Uses<'database' | 'clock'>,
  deletion: Deletion,
  files: number,
): Promise<void> {
  const { companyId, erasureId, ids, deletesRequests } = deletion;
  const now = clock.now();
  return database.withLedger(companyId, async (tx) => {
    const found = [...(await listConversations(tx, ids)).values()];
    const changes = found.map((before) => ({ before, after: undefined }));
    if (erasureId !== null && !deletion.isUndo) {
      await repository.createDeletedConversations(tx, { ids, withoutRequests: deletesRequests });
    }
    await deleteRows(tx, found);
    await updateRollups(tx, changes);
    await updateTurnRollups(tx, changes);
    await followConversations(tx, listFollowed({ conversations: changes, messages: [] }));
    const requests = deletesRequests ? await deleteRequests(tx, { ids, now }) : 0;
    await repository.deleteSpans(tx, { externalIds: found.map(({ externalId }) => externalId) });
    await repository.deleteUnmaskings(tx, { ids });
    const withdrawn = { startedAt: found.map(({ startedAt }) => new Date(startedAt)) };
    await repository.withdrawTasks(tx, { ...withdrawn, wholeKinds: wholeTaskKinds });
    await repository.withdrawOlderFiles(tx, withdrawn);
    const messages = found.reduce((sum, each) => sum + each.messages, 0);
    if (erasureId === null) return;
    await repository.recordProgress(tx, { id: erasureId, conversations: found.length, messages, requests, files });
  });
}
