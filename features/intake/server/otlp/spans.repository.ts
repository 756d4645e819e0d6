import { columns } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, instant, integer, jsonText, nullable, text, uuid } from '#server/sql/types.ts';
import type { LoadedText } from './derive/derive-batch.ts';
import { maxConversationLength, maxConversationSpans } from './limits.ts';
import type { WrittenFacts } from './read-export.ts';

/* An unfinished span does not replace a finished one, because senders may repeat spans in any order. */
const writeFactsStatement = statement({
  name: 'spans.write',
  text: `
    insert into spans
      (company_id, trace_id, span_id, conversation, started_at, facts, message_length, received_at, due_at, intake_key_id)
    select $companyId, t.trace_id, t.span_id, t.conversation, t.started_at, t.facts, t.message_length, $now, $now,
      $intakeKeyId
    from unnest($traceIds::text[], $spanIds::text[], $conversations::text[], $startedAt::timestamptz[], $facts::json[],
      $messageLengths::int4[]) as t (trace_id, span_id, conversation, started_at, facts, message_length)
    on conflict (company_id, trace_id, span_id) do update
      set conversation = excluded.conversation, started_at = excluded.started_at, facts = excluded.facts,
        message_length = excluded.message_length, received_at = excluded.received_at, due_at = excluded.due_at,
        intake_key_id = excluded.intake_key_id
      where spans.facts::text <> excluded.facts::text
        and (spans.facts ->> 'endMs' is null or excluded.facts ->> 'endMs' is not null)`,
  params: {
    now: instant,
    intakeKeyId: uuid,
    traceIds: array(text),
    spanIds: array(text),
    conversations: array(nullable(text)),
    startedAt: array(instant),
    facts: array(jsonText),
    messageLengths: array(integer),
  },
});

/** Characters of one statement's facts, because encoding its parameters holds up the portal. */
const maxChunkLength = 512 * 1024;

/** Writes facts under the ids of their spans, some at a time; repeated facts change nothing. */
export async function upsertFacts(
  tx: CompanyTransaction,
  stored: readonly WrittenFacts[],
  arrival: { readonly now: Date; readonly intakeKeyId: string },
): Promise<void> {
  const unique = new Map(stored.map((each) => [`${each.traceId} ${each.spanId}`, each]));
  for (const chunk of toChunks([...unique.values()])) {
    await tx.run(writeFactsStatement, {
      ...arrival,
      traceIds: chunk.map(({ traceId }) => traceId),
      spanIds: chunk.map(({ spanId }) => spanId),
      conversations: chunk.map(({ conversation }) => conversation),
      startedAt: chunk.map(({ startMs }) => new Date(startMs)),
      facts: chunk.map(({ facts }) => facts),
      messageLengths: chunk.map(({ messageLength }) => messageLength),
    });
  }
}

function toChunks(facts: readonly WrittenFacts[]): WrittenFacts[][] {
  const chunks: WrittenFacts[][] = [];
  let length = Infinity;
  for (const each of facts) {
    if (length + each.facts.length > maxChunkLength) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(each);
    length += each.facts.length;
  }
  return chunks;
}

const listFullStatement = statement({
  name: 'spans.list-full',
  text: `
    select trace_id as "name" from spans where company_id = $companyId and trace_id = any($traceIds::text[])
    group by trace_id having count(*) >= $limit
    union
    select n.conversation from (
      select distinct conversation, trace_id from spans
      where company_id = $companyId and conversation = any($conversations::text[])
    ) n join spans s on s.company_id = $companyId and s.trace_id = n.trace_id
    group by n.conversation having count(*) >= $limit`,
  params: { traceIds: array(text), conversations: array(text), limit: integer },
  row: { name: nullable(text) },
});

/** The traces and conversations of these facts that have as many spans as they may have. */
export async function listFull(tx: CompanyTransaction, facts: readonly WrittenFacts[]): Promise<ReadonlySet<string>> {
  const traceIds = [...new Set(facts.map(({ traceId }) => traceId))];
  const conversations = [...new Set(facts.flatMap(({ conversation }) => conversation ?? []))];
  const rows = await tx.list(listFullStatement, { traceIds, conversations, limit: maxConversationSpans });
  return new Set(rows.flatMap(({ name }) => name ?? []));
}

const loaded = {
  traceId: text,
  spanId: text,
  receivedAt: instant,
  countedAs: nullable(text),
  intakeKeyId: nullable(uuid),
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
    select ${columns(loaded)}, case
      when sum(message_length) over (order by started_at, trace_id, span_id) <= $maxLength then facts::text
      else (facts::jsonb || '{"inputs": [], "outputs": []}')::text
    end as facts
    from spans
    where company_id = $companyId and trace_id = any(array(select trace_id from traces))
    order by started_at, trace_id, span_id limit $maxSpans`,
  params: { traceIds: array(text), maxLength: integer, maxSpans: integer },
  row: { ...loaded, facts: nullable(text) },
});

/** Spans that are loaded at most, where a trace names many conversations. */
const maxLoaded = 5 * maxConversationSpans;

/**
 * The facts of these traces, and of all others that name one of their conversations. One statement. Of a long conversation
 * the later spans come without their messages.
 */
export async function listFacts(tx: CompanyTransaction, traceIds: readonly string[]): Promise<LoadedText[]> {
  const limits = { maxLength: maxConversationLength, maxSpans: maxLoaded };
  const rows = await tx.list(listFactsStatement, { traceIds, ...limits });
  return rows.map(({ receivedAt, facts, ...fact }) => ({
    ...fact,
    facts: facts ?? '{}',
    receivedMs: receivedAt.getTime(),
  }));
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
    join (select distinct company_id from spans where due_at is not null) s on s.company_id = c.id`,
  row: { companyId: uuid, timeZone: text },
});

/** Postpones a trace that fails to derive, so that it does not delay the others. */
export const postponeTrace = statement.run({
  name: 'spans.postpone-trace',
  text: `
    update spans set due_at = $until where company_id = $companyId and trace_id = $traceId and due_at is not null`,
  params: { until: instant, traceId: text },
});
