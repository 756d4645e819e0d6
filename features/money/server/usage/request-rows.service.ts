import { netWords } from '#features/billing/contract/vat-words.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { can } from '#contract/capabilities.ts';
import { readMaskedLines } from '#domain/masking/masked-rows.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { maskName } from '#domain/ledger/named-user.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { WorkerPool } from '#server/lib/concurrency/worker-pool.ts';
import { showPages } from '#server/lib/crypto/shown-ids.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { instantColumns, toRowSet, type RowColumn, type RowSet } from '#server/lib/row-file.ts';
import { startRowList } from '#server/sql/row-list.ts';
import type { CompanySnapshot } from '#server/sql/sql.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import {
  allUsageEvents,
  countUsageEvents,
  findSkillNumbers,
  type StoredUsageEvent,
} from './usage-events.repository.ts';

const pageRows = 1000;

interface RequestsQuery {
  readonly period?: string | undefined;
  readonly skill?: string | undefined;
}

interface Opening {
  readonly workers: WorkerPool;
  readonly snapshot: CompanySnapshot;
  readonly actor: Actor;
  readonly now: Date;
}

/**
 * Finds the usage events of a month, of all skills or of one, newest first, as `listUsageEvents` lists them.
 * @returns what throws Problem `record.not-found` for an unknown skill
 */
export const createRequestRows =
  (workers: WorkerPool) =>
  (snapshot: CompanySnapshot, actor: Actor, query: RequestsQuery, { now }: { readonly now: Date }): Promise<RowSet> =>
    openRequestRows({ workers, snapshot, actor, now }, query);

async function openRequestRows({ workers, snapshot, actor, now }: Opening, query: RequestsQuery): Promise<RowSet> {
  const { first } = resolvePeriod(query.period, actor.timeZone, now);
  const numbers = query.skill === undefined ? null : await findSkillNumbers(snapshot, query.skill);
  if (numbers === undefined) throw new Problem('record.not-found');
  const month = { numbers, users: null, conversation: null, first, until: addMonths(first, 1) };
  const { count } = await countUsageEvents(snapshot, month);
  const reader = {
    includesTechnical: can(actor, 'analytics.include-technical-users'),
    ...toTranscriptReader(actor),
  };
  return toRowSet<ShownUsageEvent>({
    columns: listColumns(actor),
    total: count,
    readPages: (startLines) => {
      const startPage = startRowList<StoredUsageEvent>;
      const stored = snapshot.readPages(allUsageEvents, { ...month, ...reader }, { pageRows, startPage });
      const pages = showPages(actor.ids, stored, [{ id: 'id' }, { id: 'conversationId' }]);
      return readMaskedLines({ workers, reader: actor, pages, toShown, startLines });
    },
  });
}

type ShownUsageEvent = ReturnType<typeof toShown>;

const toShown = (row: StoredUsageEvent, masker: Masker) => maskName(masker, row);

function listColumns({ timeZone: zone }: Actor): RowColumn<ShownUsageEvent>[] {
  return [
    { key: 'id', label: 'Request', value: ({ id }) => id },
    ...instantColumns<ShownUsageEvent>({ key: 'date', label: 'Time', zone }, ({ occurredAt }) => occurredAt),
    { key: 'skill', label: 'Skill', value: ({ skill }) => skill },
    { key: 'firstName', label: 'First name', value: ({ firstName }) => firstName },
    { key: 'lastName', label: 'Last name', value: ({ lastName }) => lastName },
    { key: 'price', label: `Price (EUR ${netWords})`, value: ({ price }) => toEuros(price) },
    { key: 'conversation', label: 'Conversation', value: ({ conversationId }) => conversationId },
  ];
}
