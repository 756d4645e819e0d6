import { toEuros } from '#contract/billing/money.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { can } from '#contract/capabilities.ts';
import { toMasker } from '../../ledger/masking/mask-text.ts';
import { maskName } from '../../ledger/named-user.ts';
import { toTranscriptReader } from '../../ledger/transcript-readers.sql.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { instantColumns, toRowSet } from '../../lib/row-file.ts';
import type { RowColumn, RowSet } from '../../lib/row-file.ts';
import type { CompanySnapshot } from '../../sql/sql.ts';
import { resolvePeriod } from './periods.ts';
import { allUsageEvents, countUsageEvents, findSkillNumbers } from './usage-events.repository.ts';
import type { ExportedUsageEvent } from './usage-events.repository.ts';

const pageRows = 1000;

interface RequestsQuery {
  readonly period?: string | undefined;
  readonly skill?: string | undefined;
}

/**
 * The usage events of a month, of all skills or of one, newest first, as `listUsageEvents` lists them.
 * @throws Problem `record.not-found` for an unknown skill
 */
export async function openRequestRows(
  snapshot: CompanySnapshot,
  actor: Actor,
  query: RequestsQuery,
  { now }: { readonly now: Date },
): Promise<RowSet> {
  const { first } = resolvePeriod(query.period, actor.timeZone, now);
  const numbers = query.skill === undefined ? null : await findSkillNumbers(snapshot, query.skill);
  if (numbers === undefined) throw new Problem('record.not-found');
  const month = { numbers, users: null, first, until: addMonths(first, 1) };
  const { count } = await countUsageEvents(snapshot, month);
  const reader = {
    includesTechnical: can(actor, 'analytics.include-technical-users'),
    ...toTranscriptReader(actor),
  };
  return toRowSet<ExportedUsageEvent>({
    columns: listColumns(actor),
    total: count,
    readPages: (startPage) => snapshot.readPages(allUsageEvents, { ...month, ...reader }, { pageRows, startPage }),
  });
}

function listColumns({ timeZone: zone, masking }: Actor): RowColumn<ExportedUsageEvent>[] {
  const masker = toMasker(masking);
  return [
    { key: 'id', label: 'Request', value: ({ id }) => id },
    ...instantColumns<ExportedUsageEvent>({ key: 'date', label: 'Time', zone }, ({ occurredAt }) => occurredAt),
    { key: 'skill', label: 'Skill', value: ({ skill }) => skill },
    { key: 'firstName', label: 'First name', value: (row) => maskName(masker, row).firstName },
    { key: 'lastName', label: 'Last name', value: (row) => maskName(masker, row).lastName },
    { key: 'price', label: 'Price (EUR)', value: ({ price }) => toEuros(price) },
    { key: 'conversation', label: 'Conversation', value: ({ conversationId }) => conversationId },
  ];
}
