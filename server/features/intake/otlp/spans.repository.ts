import type pg from 'pg';
import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import type { LoadedFacts, SpanFacts, StoredFacts } from './map/span-facts.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/* What was not over yet does not replace what was: a sender may repeat itself in any order. */
const storeStatement = {
  name: 'otlp: store facts',
  text: `
    insert into spans (trace_id, span_id, conversation, started_at, facts, received_at, due_at)
    select t.trace_id, t.span_id, t.facts #>> '{conversation,text}',
      to_timestamp(floor((t.facts ->> 'startMs')::numeric) / 1000), t.facts, $4, $4
    from unnest($1::text[], $2::text[], $3::jsonb[]) as t(trace_id, span_id, facts)
    on conflict (company_id, trace_id, span_id) do update
      set conversation = excluded.conversation, started_at = excluded.started_at, facts = excluded.facts,
        received_at = excluded.received_at, due_at = excluded.due_at
      where spans.facts <> excluded.facts
        and (spans.facts ->> 'endMs' is null or excluded.facts ->> 'endMs' is not null)`,
};

/** Stores facts under the ids of their spans; repeated ones change nothing. */
export async function storeFacts(executor: Executor, stored: readonly StoredFacts[], now: Date): Promise<void> {
  const unique = [...new Map(stored.map((each) => [`${each.traceId} ${each.spanId}`, each])).values()];
  const values = [
    unique.map(({ traceId }) => traceId),
    unique.map(({ spanId }) => spanId),
    unique.map(({ facts }) => JSON.stringify(facts)),
    now,
  ];
  await executor.query({ ...storeStatement, values });
}

interface FactsRow {
  readonly trace_id: string;
  readonly span_id: string;
  readonly facts: SpanFacts;
  readonly received_at: Date;
  readonly counted_as: string | null;
}

const loadStatement = {
  name: 'otlp: load facts',
  text: `
    with named as (
      select distinct conversation from spans where trace_id = any($1) and conversation is not null
    ), traces as (
      select trace_id from spans where conversation = any(array(select conversation from named))
      union select unnest($1::text[])
    )
    select trace_id, span_id, facts, received_at, counted_as from spans
    where trace_id = any(array(select trace_id from traces))`,
};

/** The facts of these traces, and of all others that name one of their conversations. One statement. */
export async function loadFacts(executor: Executor, traceIds: readonly string[]): Promise<LoadedFacts[]> {
  const { rows } = await executor.query<FactsRow>({ ...loadStatement, values: [traceIds] });
  return rows.map((row) => ({
    traceId: row.trace_id,
    spanId: row.span_id,
    facts: row.facts,
    receivedMs: row.received_at.getTime(),
    countedAs: row.counted_as,
  }));
}

/**
 * When conversations that are known already started, by the senders' ids: the facts of their first turns may be gone.
 */
export async function findStarts(executor: Executor, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await executor.query<{ external_id: string; started_at: Date }>({
    name: 'otlp: find starts',
    text: `
      select t.external_id, s.started_at from unnest($1::text[]) as t(external_id)
      join conversation_partitions s on s.id = left(encode(sha256(convert_to(t.external_id, 'UTF8')), 'hex'), 32)::uuid`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.external_id, row.started_at]));
}

export interface DerivedRow {
  readonly traceId: string;
  readonly spanId: string;
  readonly countedAs: string | null;
  readonly dueAt: Date | null;
}

const markStatement = {
  name: 'otlp: mark derived',
  text: `
    update spans s set counted_as = t.counted_as, due_at = t.due_at
    from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as t(trace_id, span_id, counted_as, due_at)
    where s.trace_id = t.trace_id and s.span_id = t.span_id
      and (s.counted_as is distinct from t.counted_as or s.due_at is distinct from t.due_at)`,
};

/** Notes what became of facts, and when they are to be looked at again. */
export async function markDerived(executor: Executor, rows: readonly DerivedRow[]): Promise<void> {
  const values = [
    rows.map(({ traceId }) => traceId),
    rows.map(({ spanId }) => spanId),
    rows.map(({ countedAs }) => countedAs),
    rows.map(({ dueAt }) => dueAt),
  ];
  await executor.query({ ...markStatement, values });
}

/** Traces that are to be looked at although nothing new has come; those that waited longest first. */
export async function findDueTraces(executor: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await executor.query<{ trace_id: string }>({
    name: 'otlp: find due traces',
    text: `
      select trace_id from spans where due_at <= $1 group by trace_id order by min(due_at), trace_id limit $2`,
    values: [now, limit],
  });
  return rows.map((row) => row.trace_id);
}

/** The companies that have traces to be looked at, now or later. */
export async function findWaitingCompanies(executor: Executor): Promise<IntakeCaller[]> {
  const { rows } = await executor.query<{ company_id: string; time_zone: string }>(
    `select c.id as company_id, c.time_zone from companies c
    where exists (select from spans s where s.company_id = c.id and s.due_at is not null)`,
  );
  return rows.map((row) => ({ companyId: row.company_id, timeZone: row.time_zone }));
}

/** Puts off what could not be made a conversation, so that it does not keep the others waiting. */
export async function postponeTrace(executor: Executor, traceId: string, until: Date): Promise<void> {
  const text = 'update spans set due_at = $2 where trace_id = $1 and due_at is not null';
  await executor.query({ name: 'otlp: postpone trace', text, values: [traceId, until] });
}
