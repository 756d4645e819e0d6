import { columns } from '../../../sql/columns.ts';
import type { CompanyTransaction } from '../../../sql/sql.ts';
import { statement, systemStatement } from '../../../sql/statement.ts';
import { array, instant, integer, json, nullable, text, uuid } from '../../../sql/types.ts';
import type { LoadedFacts, SpanFacts, StoredFacts } from './map/span-facts.ts';

/* An unfinished span does not replace a finished one, because senders may repeat spans in any order. */
const writeFactsStatement = statement({
  name: 'spans.write',
  text: `
    insert into spans (company_id, trace_id, span_id, conversation, started_at, facts, received_at, due_at)
    select $companyId, t.trace_id, t.span_id, t.facts #>> '{conversation,text}',
      to_timestamp(floor((t.facts ->> 'startMs')::numeric) / 1000), t.facts, $now, $now
    from unnest($traceIds::text[], $spanIds::text[], $facts::jsonb[]) as t (trace_id, span_id, facts)
    on conflict (company_id, trace_id, span_id) do update
      set conversation = excluded.conversation, started_at = excluded.started_at, facts = excluded.facts,
        received_at = excluded.received_at, due_at = excluded.due_at
      where spans.facts <> excluded.facts
        and (spans.facts ->> 'endMs' is null or excluded.facts ->> 'endMs' is not null)`,
  params: { now: instant, traceIds: array(text), spanIds: array(text), facts: array(json<SpanFacts>()) },
});

/** Writes facts under the ids of their spans; repeated facts change nothing. */
export async function upsertFacts(tx: CompanyTransaction, stored: readonly StoredFacts[], now: Date): Promise<void> {
  const unique = [...new Map(stored.map((each) => [`${each.traceId} ${each.spanId}`, each])).values()];
  await tx.run(writeFactsStatement, {
    now,
    traceIds: unique.map(({ traceId }) => traceId),
    spanIds: unique.map(({ spanId }) => spanId),
    facts: unique.map(({ facts }) => facts),
  });
}

const loaded = {
  traceId: text,
  spanId: text,
  facts: json<SpanFacts>(),
  receivedAt: instant,
  countedAs: nullable(text),
};

const listFactsStatement = statement({
  name: 'spans.list',
  text: `
    with named as (
      select distinct conversation from spans
      where company_id = $companyId and trace_id = any($traceIds::text[]) and conversation is not null
    ), traces as (
      select trace_id from spans
      where company_id = $companyId and conversation = any(array(select conversation from named))
      union select unnest($traceIds::text[])
    )
    select ${columns(loaded)} from spans
    where company_id = $companyId and trace_id = any(array(select trace_id from traces))`,
  params: { traceIds: array(text) },
  row: loaded,
});

/** The facts of these traces, and of all others that name one of their conversations. One statement. */
export async function listFacts(tx: CompanyTransaction, traceIds: readonly string[]): Promise<LoadedFacts[]> {
  const rows = await tx.list(listFactsStatement, { traceIds });
  return rows.map(({ receivedAt, ...fact }) => ({ ...fact, receivedMs: receivedAt.getTime() }));
}

const listStartsStatement = statement({
  name: 'spans.list-conversation-starts',
  text: `
    select t.external_id as "externalId", p.started_at as "startedAt" from unnest($externalIds::text[]) as t (external_id)
    join conversation_partitions p on p.company_id = $companyId
      and p.id = left(encode(sha256(convert_to(t.external_id, 'UTF8')), 'hex'), 32)::uuid`,
  params: { externalIds: array(text) },
  row: { externalId: text, startedAt: instant },
});

/** Starts of stored conversations by the senders' ids; the facts of their first turns may be deleted already. */
export async function listConversationStarts(
  tx: CompanyTransaction,
  externalIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await tx.list(listStartsStatement, { externalIds });
  return new Map(rows.map(({ externalId, startedAt }) => [externalId, startedAt]));
}

export interface DerivedRow {
  readonly traceId: string;
  readonly spanId: string;
  readonly countedAs: string | null;
  readonly dueAt: Date | null;
}

const updateDerivedStatement = statement({
  name: 'spans.update-derived',
  text: `
    update spans s set counted_as = t.counted_as, due_at = t.due_at
    from unnest($traceIds::text[], $spanIds::text[], $countedAs::text[], $dueAt::timestamptz[])
      as t (trace_id, span_id, counted_as, due_at)
    where s.company_id = $companyId and s.trace_id = t.trace_id and s.span_id = t.span_id
      and (s.counted_as is distinct from t.counted_as or s.due_at is distinct from t.due_at)`,
  params: {
    traceIds: array(text),
    spanIds: array(text),
    countedAs: array(nullable(text)),
    dueAt: array(nullable(instant)),
  },
});

/** Sets of which conversation facts are part, and when to derive them again. */
export async function updateDerived(tx: CompanyTransaction, rows: readonly DerivedRow[]): Promise<void> {
  await tx.run(updateDerivedStatement, {
    traceIds: rows.map(({ traceId }) => traceId),
    spanIds: rows.map(({ spanId }) => spanId),
    countedAs: rows.map(({ countedAs }) => countedAs),
    dueAt: rows.map(({ dueAt }) => dueAt),
  });
}

const listDueTracesStatement = statement({
  name: 'spans.list-due-traces',
  text: `
    select trace_id as "traceId" from spans where company_id = $companyId and due_at <= $now
    group by trace_id order by min(due_at), trace_id limit $limit`,
  params: { now: instant, limit: integer },
  row: { traceId: text },
});

/** Traces to derive although nothing new has arrived, the longest due first. */
export async function listDueTraces(tx: CompanyTransaction, now: Date, limit: number): Promise<string[]> {
  return (await tx.list(listDueTracesStatement, { now, limit })).map(({ traceId }) => traceId);
}

/** The companies that have traces to derive, now or later. */
export const listWaitingCompanies = systemStatement.list({
  text: `
    select c.id as "companyId", c.time_zone as "timeZone" from companies c
    where exists (select from spans s where s.company_id = c.id and s.due_at is not null)`,
  row: { companyId: uuid, timeZone: text },
});

/** Postpones a trace that fails to derive, so that it does not delay the others. */
export const postponeTrace = statement.run({
  name: 'spans.postpone-trace',
  text: `
    update spans set due_at = $until where company_id = $companyId and trace_id = $traceId and due_at is not null`,
  params: { until: instant, traceId: text },
});
