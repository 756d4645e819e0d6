import type { Uses } from '#server/portal/portal.ts';
import {
  importFormatLabels,
  listSettingsFaults,
  type ImportSettings,
} from '#features/imports/contract/import-settings.ts';
import { maxPreviewedConversations, type ImportPreview, type LeftOut } from '#features/imports/contract/log-imports.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { previewBatch } from '#domain/conversations/preview/preview-batch.service.ts';
import { openImportFile } from './import-chunks.ts';
import { addLeftOut } from './left-out.ts';
import * as repository from './log-imports.repository.ts';
import type { StoredImport } from './log-imports.repository.ts';
import { explainNoDate } from './read/explain-no-date.ts';
import { readBeginningTask, type Beginning } from './read/read-beginning.ts';
import type { LeftOutRecord } from './read/read-window.ts';
import { toFirstReport, toImportBatch } from './window-writes.service.ts';

/** Bytes that are read from the beginning of a file. */
const previewBytes = 1024 * 1024;
const maxNames = 50;

/**
 * Previews the import of a file's beginning, with the given settings or those that it was found to need. Stores nothing.
 * @throws Problem `record.not-found`, `imports.incomplete`, `imports.ended`, `imports.unreadable`
 */
export async function previewImport(
  portal: Uses<'database' | 'files' | 'workers' | 'clock'>,
  actor: Actor,
  { id, settings }: { readonly id: string; readonly settings: ImportSettings | undefined },
): Promise<ImportPreview> {
  const { database, files, workers, clock } = portal;
  const { companyId } = actor;
  const stored = await database.inCompany.read(companyId, (tx) => repository.findImport(tx, { id }));
  if (!stored) throw new Problem('record.not-found');
  if (stored.state === 'uploading') throw new Problem('imports.incomplete');
  if (stored.fileUntil === null || stored.fileUntil <= clock.now()) throw new Problem('imports.ended');
  const bytes = await openImportFile(files, { companyId, id, bytes: stored.bytes }).read(0, previewBytes);
  const isLast = bytes.length === stored.bytes;
  const { timeZone } = await database.inCompany.read(companyId, (tx) => repository.getImportingCompany(tx));
  const input = { bytes, isLast, settings, timeZone, now: clock.now() };
  const beginning = await workers.run(readBeginningTask, input, { companyId, size: bytes.length });
  if (beginning.fault !== undefined && settings === undefined) {
    throw new Problem('imports.unreadable', { reason: describeFault(beginning.fault) });
  }
  const { leftOut, records } = beginning.read;
  const first = leftOut[0];
  if (records > 0 && leftOut.length === records && first?.reason === 'unreadable' && settings === undefined) {
    throw new Problem('imports.unreadable', {
      reason: `The first record: ${first.detail ?? 'no text'}. ${readFormats}`,
    });
  }
  return toPreview(portal, actor, { stored, beginning, isLast });
}

const describeFault = (fault: string): string => `It is ${fault}. ${readFormats}`;

const { csv: table, ...others } = importFormatLabels;
const readFormats = `What can be imported: any table as CSV with a row for each message or answer (${table}), and ${Object.values(others).join(', ')}.`;

interface Found {
  readonly stored: StoredImport;
  readonly beginning: Beginning;
  readonly isLast: boolean;
}

async function toPreview(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId }: Actor,
  { stored, beginning, isLast }: Found,
): Promise<ImportPreview> {
  const { found, settings, read } = beginning;
  const { id, bytes } = stored;
  const reported = read.conversations.map(toFirstReport);
  const shown = reported.slice(0, maxPreviewedConversations);
  const batch = toImportBatch(shown, { id, isBilled: settings.billed });
  const { conversations, total } = await previewBatch({ database, clock }, companyId, { batch });
  const isWhole = isLast && read.consumedBytes >= bytes;
  return {
    found,
    settings,
    faults: explainNoDate(listSettingsFaults(settings), found, settings.csv?.columns ?? {}, clock.now()),
    records: read.records,
    totalRecords: isWhole ? read.records : Math.round((read.records * bytes) / Math.max(1, read.consumedBytes)),
    isWhole,
    conversations,
    totalConversations: reported.length,
    known: shown.length - total,
    skills: listNames(reported, ({ skill }) => skill),
    users: listNames(reported, toUserName),
    leftOut: read.leftOut
      .map(showValue)
      .reduce<readonly LeftOut[]>(addLeftOut, [])
      .map((each) => ({ ...each })),
  };
}

const longestValue = 60;

/** Shows a value that could not be read, cut, to the person who sets the import up. */
function showValue({ value, ...record }: LeftOutRecord): LeftOutRecord {
  if (value === undefined) return record;
  const cut = value.length > longestValue ? `${value.slice(0, longestValue).toWellFormed()}…` : value;
  return { ...record, detail: `“${cut}”` };
}

function toUserName({ user }: IntakeConversation): string | undefined {
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return name || user?.email || user?.id;
}

function listNames(
  reported: readonly IntakeConversation[],
  find: (item: IntakeConversation) => string | undefined,
): string[] {
  const names = reported.flatMap((item) => find(item) ?? []);
  return [...new Set(names)].slice(0, maxNames);
}
