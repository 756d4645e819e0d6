import type { Uses } from '#server/portal/portal.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { rowCountHeader } from '#contract/constants.ts';
import type { RowFilters } from '#features/protection/contract/export-filters.ts';
import type { RowFile, RowFileForm } from '#features/protection/contract/row-files.ts';
import type { RowFormat } from '#features/protection/contract/row-formats.ts';
import { rowKinds, type RowKind } from '#features/protection/contract/row-kinds.ts';
import { moveOlderTasksOf } from '#domain/tasks/older-tables.service.ts';
import { lockTasks } from '#domain/tasks/tasks.repository.ts';
import { tasksOf, type Task } from '#domain/tasks/tasks.service.ts';
import { resolveRange } from '#server/lib/calendar/ranges.ts';
import { allowFirstPart } from '#server/lib/disk-room.ts';
import { partBytes } from '#server/lib/file-parts.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { MadeBy } from './made-by.repository.ts';
import { allowKind } from './made-by.service.ts';
import { confirmRights } from './row-downloads.service.ts';

/** Files in preparation, and files that an account keeps with those. */
const limits = { waitingOfAccount: 2, waitingOfCompany: 4, keptOfAccount: 20 };
const retryAfterSeconds = 60;

/** The filter as it was asked for, with the range that it meant then. */
type Filter = Readonly<Record<string, unknown>>;

export interface RowFileFacts {
  kind: RowKind;
  format: RowFormat;
  /** Written so far, of how many. */
  rows: number;
  total: number | null;
  madeBy: MadeBy | null;
}

declare module '../../../../domain/tasks/tasks.service.ts' {
  interface TaskShapes {
    readonly rowFile: { readonly input: Filter; readonly facts: RowFileFacts };
  }
}

export type RowFileTask = Task<'rowFile'>;

export const rowFiles = tasksOf('rowFile');

/** The record that audit entries of a kind are about. */
export const toSubject = (kind: RowKind) => ({
  entity: rowKinds[kind].entity,
  entityId: 'export',
  entityLabel: rowKinds[kind].label,
});

function toRowFile({ id, state, failure, input, facts, bytes, ...stored }: RowFileTask): RowFile {
  if (state === 'cancelled') throw new Error('a cancelled file is not listed');
  const { kind, format, rows, total } = facts;
  return {
    id,
    kind,
    filter: input,
    format,
    state,
    failure,
    requestedAt: stored.requestedAt.toISOString(),
    expiresAt: stored.expiresAt.toISOString(),
    rows,
    total,
    bytes: state === 'ready' ? bytes : null,
  };
}

/** @throws Problem `access.refused`, `exports.at-home`, `service.disk-full`, `exports.files-waiting`, `exports.files-kept` */
export async function createRowFile(
  { database, jobs, clock, fileDisk }: Uses<'database' | 'jobs' | 'clock' | 'fileDisk'>,
  context: CallContext,
  form: RowFileForm,
): Promise<RowFile> {
  const { actor } = context;
  const { kind, format } = form;
  allowKind(actor, kind);
  await allowFirstPart(fileDisk, partBytes);
  const now = clock.now();
  const asked = toAsked(form, actor, now);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmRights(tx, context, kind);
    await lockTasks(tx);
    allowOneMore(actor, await rowFiles.list(tx, now));
    const facts = { kind, format, rows: 0, total: null, madeBy: null };
    const made = await rowFiles.create({ jobs }, tx, actor, { ...asked, facts, now });
    const after = { ...asked.input, format };
    await recordAudit(tx, { ...toAuditStamp(context, now), action: 'rowFiles.request', ...toSubject(kind), after });
    return toRowFile(made);
  });
}

function allowOneMore({ accountId }: Actor, kept: readonly RowFileTask[]): void {
  const own = kept.filter((each) => each.accountId === accountId);
  const countWaiting = (tasks: readonly RowFileTask[]) => tasks.filter(({ state }) => state === 'waiting').length;
  if (countWaiting(own) >= limits.waitingOfAccount || countWaiting(kept) >= limits.waitingOfCompany) {
    throw new Problem('exports.files-waiting', { retryAfterSeconds });
  }
  if (own.length >= limits.keptOfAccount) throw new Problem('exports.files-kept', { retryAfterSeconds });
}

/** A range that is left out means that of the request, not that of the moment when the file is made. */
function toAsked({ kind, filter }: RowFileForm, { timeZone }: Actor, now: Date) {
  const { filter: name } = rowKinds[kind];
  if (name !== 'log' && name !== 'range') return { input: filter };
  const { from, until } = resolveRange(filter as RowFilters[typeof name], timeZone, now);
  const input = { ...filter, from: new Date(from).toISOString(), to: new Date(until - 1).toISOString() };
  return name === 'range' ? { input } : { input, covered: { from: new Date(from), until: new Date(until) } };
}

export async function listRowFiles(
  portal: Uses<'database' | 'jobs' | 'clock'>,
  { companyId, accountId }: Actor,
): Promise<RowFile[]> {
  const { database, clock } = portal;
  await moveOlderTasksOf(portal, companyId);
  const stored = await database.inCompany.read(companyId, (tx) => rowFiles.list(tx, clock.now()));
  return stored.filter((each) => each.accountId === accountId).map(toRowFile);
}

/** The name of a file, by the day on which it was asked for. */
export const toFileName = ({ facts, requestedAt }: RowFileTask, extension: string, zone: string) =>
  `${rowKinds[facts.kind].fileName}-${getDay(requestedAt.getTime(), zone)}.${extension}`;

export const toRowHeaders = (rows: number) => ({ [rowCountHeader]: String(rows) });
