import { statement } from '#server/sql/statement.ts';
import { array, boolean, date, instant, integer, text, uuid } from '#server/sql/types.ts';
import { subtractFromSums, summedColumns, toClauses } from '../../ledger/usage-sums.sql.ts';

const amounts = { conversations: integer, messages: integer, requests: integer, files: integer };

export const recordProgress = statement.run({
  text: `
    update erasures set conversations = conversations + $conversations, messages = messages + $messages,
      requests = requests + $requests, files = files + $files
    where company_id = $companyId and id = $id`,
  params: { id: uuid, ...amounts },
});

const ids = { ids: array(uuid) };

export const createDeletedConversations = statement.run({
  text: `
    insert into deleted_conversations (company_id, id, without_requests)
    select $companyId, t.id, $withoutRequests from unnest($ids::uuid[]) as t (id) on conflict do nothing`,
  params: { ...ids, withoutRequests: boolean },
});

/** Deletes the requests of the month that is not billed yet, with their sums. Those of earlier months stay. */
export const deleteOpenRequests = statement.list({
  text: `
    with deleted as (
      delete from usage_events
      where company_id = $companyId and conversation_id = any($ids) and day >= $openSince::date
      returning ${summedColumns}
    )${toClauses(subtractFromSums)}
    select day, count(*) as requests from deleted group by day`,
  params: { ...ids, openSince: date },
  row: { day: date, requests: integer },
});

/** Deletes repeated reports of runs, which are not billed. */
export const deleteMatchedRequests = statement.run({
  text: 'delete from matched_usage_events where company_id = $companyId and conversation_id = any($ids)',
  params: ids,
});

export const deleteReviews = statement.run({
  text: 'delete from conversation_reviews where company_id = $companyId and conversation_id = any($ids)',
  params: ids,
});

export const deleteUnmaskings = statement.run({
  text: 'delete from transcript_unmaskings where company_id = $companyId and conversation_id = any($ids)',
  params: ids,
});

/* A trace without a conversation of its own is one by its id. */
export const deleteSpans = statement.run({
  text: `
    delete from spans
    where company_id = $companyId and trace_id in (
      select s.trace_id from spans s where s.company_id = $companyId and s.conversation = any($externalIds)
      union all select unnest($externalIds::text[]))`,
  params: { externalIds: array(text) },
});

/**
 * Tasks that may hold a conversation that started at one of these times, and those of the kinds that hold all data. Their parts
 * are deleted within the hour.
 */
export const withdrawTasks = statement.run({
  text: `
    update tasks set state = 'withdrawn', input = '{}'
    where company_id = $companyId and state in ('waiting', 'ready') and (
      kind = any($wholeKinds::text[]) and cardinality($startedAt::timestamptz[]) > 0
      or exists (
        select from unnest($startedAt::timestamptz[]) as t (at) where t.at >= covered_from and t.at < covered_until))`,
  params: { startedAt: array(instant), wholeKinds: array(text) },
});

/** The same in the table of portals of before. Without its filter, which one of them alone empties (`withdraw_tasks`). */
export const withdrawOlderFiles = statement.run({
  text: `
    update row_files set state = 'withdrawn'
    where company_id = $companyId and state in ('waiting', 'ready') and exists (
      select from unnest($startedAt::timestamptz[]) as t (at) where t.at >= covered_from and t.at < covered_until)`,
  params: { startedAt: array(instant) },
});

/* Keys of files are 22 characters of base64url, as part of an address too. */
export const listFilesOfMessages = statement.list({
  text: `
    select f.key from files f
    where f.company_id = $companyId and f.purpose = 'conversation' and f.key in (
      select found.key[1]
      from conversation_partitions p
      join messages m on m.company_id = p.company_id and m.conversation_id = p.id and m.started_at = p.started_at
      cross join lateral regexp_matches(m.parts::text, '(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])', 'g') as found (key)
      where p.company_id = $companyId and p.id = any($ids))`,
  params: ids,
  row: { key: text },
});

export const deleteFiles = statement.run({
  text: `delete from files where company_id = $companyId and key = any($keys) and purpose = 'conversation'`,
  params: { keys: array(text) },
});
