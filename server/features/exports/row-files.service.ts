import type { Uses } from '../../portal/portal.ts';
import { randomUUID } from 'node:crypto';
import { getDay } from '#contract/calendar/zones.ts';
import { rowCountHeader } from '#contract/constants.ts';
import type { RowFilters } from '#contract/exports/export-filters.ts';
import { rowFileDays } from '#contract/exports/row-file-days.ts';
import type { RowFile, RowFileForm } from '#contract/exports/row-files.ts';
import { resolveRange } from '../../lib/calendar/ranges.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import { recordAudit } from '../../records/audit.ts';
import { deleteParts } from './expired-row-files.service.ts';
import { allowKind } from './made-by.service.ts';
import { confirmRights } from './row-downloads.service.ts';
import * as repository from './row-files.repository.ts';
import type { StoredRowFile } from './row-files.repository.ts';
import { rowKinds, type RowKind } from '#contract/exports/row-kinds.ts';

/** Files in preparation, and files that an account keeps with those. */
const limits = { waitingOfAccount: 2, waitingOfCompany: 4, keptOfAccount: 20 };
const retryAfterSeconds = 60;
const dayMs = 86_400_000;

export const toExpiry = (now: Date) => new Date(now.getTime() + rowFileDays * dayMs);

/** The record that audit entries of a kind are about. */
export const toSubject = (kind: RowKind) => ({
  entity: rowKinds[kind].entity,
  entityId: 'export',
  entityLabel: rowKinds[kind].label,
});

export function toRowFile(stored: StoredRowFile): RowFile {
  const { id, kind, filter, format, state, failure, rowCount, rowTotal, bytes } = stored;
  if (state === 'cancelled') throw new Error('a cancelled file is not listed');
  return {
    id,
    kind,
    filter,
    format,
    state,
    failure,
    requestedAt: stored.requestedAt.toISOString(),
    expiresAt: stored.expiresAt.toISOString(),
    rows: rowCount,
    total: rowTotal,
    bytes: state === 'ready' ? bytes : null,
  };
}

/** @throws Problem `access.refused`, `exports.files-waiting`, `exports.files-kept` */
export async function createRowFile(
  { database, jobs, clock }: Uses<'database' | 'jobs' | 'clock'>,
  context: CallContext,
  form: RowFileForm,
): Promise<RowFile> {
  const { actor } = context;
  const { kind, format } = form;
  allowKind(actor, kind);
  const now = clock.now();
  const asked = toAsked(form, actor, now);
  return database.withCompany(actor.companyId, async (tx) => {
    await confirmRights(tx, context, kind);
    await repository.lockRowFiles(tx);
    allowOneMore(await repository.getRowFileCounts(tx, { accountId: actor.accountId, now }));
    const made = await repository.createRowFile(tx, {
      id: randomUUID(),
      accountId: actor.accountId,
      kind,
      format,
      ...asked,
      requestedAt: now,
      // An attempt that was killed for good must not keep its owner from another one.
      expiresAt: new Date(now.getTime() + dayMs),
    });
    const after = { ...asked.filter, format };
    await recordAudit(tx, { ...toAuditStamp(context, now), action: 'rowFiles.request', ...toSubject(kind), after });
    await jobs.enqueue(tx, 'rows.write', { companyId: actor.companyId, fileId: made.id });
    return toRowFile(made);
  });
}

function allowOneMore({ waiting, ownWaiting, own }: { waiting: number; ownWaiting: number; own: number }): void {
  if (ownWaiting >= limits.waitingOfAccount || waiting >= limits.waitingOfCompany) {
    throw new Problem('exports.files-waiting', { retryAfterSeconds });
  }
  if (own >= limits.keptOfAccount) throw new Problem('exports.files-kept', { retryAfterSeconds });
}

/** A range that is left out means that of the request, not that of the moment when the file is made. */
function toAsked({ kind, filter }: RowFileForm, { timeZone }: Actor, now: Date) {
  const { filter: name } = rowKinds[kind];
  if (name !== 'log' && name !== 'range') return { filter, coveredFrom: null, coveredUntil: null };
  const { from, until } = resolveRange(filter as RowFilters[typeof name], timeZone, now);
  const fixed = { ...filter, from: new Date(from).toISOString(), to: new Date(until - 1).toISOString() };
  if (name === 'range') return { filter: fixed, coveredFrom: null, coveredUntil: null };
  return { filter: fixed, coveredFrom: new Date(from), coveredUntil: new Date(until) };
}

export async function listRowFiles(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, accountId }: Actor,
): Promise<RowFile[]> {
  const now = clock.now();
  const stored = await database.readCompany(companyId, (tx) => repository.listRowFiles(tx, { accountId, now }));
  return stored.map(toRowFile);
}

/** @throws Problem `record.not-found` also for a file of another account */
export async function deleteRowFile(
  { database, files, clock }: Uses<'database' | 'files' | 'clock'>,
  { companyId, accountId }: Actor,
  id: string,
): Promise<string> {
  const now = clock.now();
  const before = await database.withCompany(companyId, (tx) => repository.cancelRowFile(tx, { id, accountId, now }));
  if (!before) throw new Problem('record.not-found');
  // One that is being made is deleted by its job, which would store another part otherwise.
  if (before.state !== 'waiting') await deleteParts({ database, files }, companyId, before);
  return id;
}

/** The name of a file, by the day on which it was asked for. */
export const toFileName = ({ kind, requestedAt }: StoredRowFile, extension: string, zone: string) =>
  `${rowKinds[kind].fileName}-${getDay(requestedAt.getTime(), zone)}.${extension}`;

export const toRowHeaders = (rows: number) => ({ [rowCountHeader]: String(rows) });
