import { columns, insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, date, instant, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

const requested = {
  id: uuid,
  kind: textOf<'conversation' | 'key' | 'person' | 'import'>(),
  subjectId: uuid,
  userNumbers: array(integer),
  deletesRequests: boolean,
  requestedAt: instant,
};

const stored = {
  ...requested,
  state: textOf<'waiting' | 'done'>(),
  finishedAt: nullable(instant),
  conversations: integer,
  messages: integer,
  requests: integer,
  files: integer,
};

export type StoredErasure = RowOf<typeof stored>;

/** An answer that is missing says that the same one waits. */
export const createErasure = statement.find({
  text: `
    insert into erasures ${insertValues(requested)}
    on conflict (company_id, kind, subject_id) where state = 'waiting' do nothing returning ${columns(stored)}`,
  params: requested,
  row: stored,
});

export const findErasure = statement.find({
  text: `select ${columns(stored)} from erasures where company_id = $companyId and id = $id`,
  params: { id: uuid },
  row: stored,
});

/** The latest ones. */
export const listErasures = statement.list({
  text: `select ${columns(stored)} from erasures where company_id = $companyId order by requested_at desc, id limit 100`,
  row: stored,
});

/** Every one, in their order. */
export const listAllErasures = statement.list({
  text: `select ${columns(requested)} from erasures where company_id = $companyId order by requested_at, id`,
  row: requested,
});

export const listWaiting = statement.list({
  text: `
    select ${columns(requested)} from erasures where company_id = $companyId and state = 'waiting'
    order by requested_at, id`,
  row: requested,
});

/** Notes one of elsewhere as waiting; one that is noted waits again. */
export const repeatErasure = statement.run({
  text: `
    insert into erasures ${insertValues(requested)} on conflict (company_id, id) do update
    set state = 'waiting', finished_at = null, certificate = null, user_numbers = excluded.user_numbers`,
  params: requested,
});

/** An answer that is missing says that another attempt has finished it. */
export const finishErasure = statement.find({
  text: `
    update erasures set state = 'done', finished_at = $finishedAt, certificate = $certificate
    where company_id = $companyId and id = $id and state = 'waiting' returning ${columns(stored)}`,
  params: { id: uuid, finishedAt: instant, certificate: nullable(text) },
  row: stored,
});

export const findConversation = statement.find({
  text: 'select id from conversation_partitions where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { id: uuid },
});

export const findIntakeKey = statement.find({
  text: 'select id, name, revoked_at as "revokedAt" from intake_keys where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { id: uuid, name: text, revokedAt: nullable(instant) },
});

export const getKeyContents = statement.get({
  text: `
    with reported as materialized (
      select id, messages from conversations where company_id = $companyId and intake_key_id = $id
    ), billed as (
      select count(*) as requests, count(*) filter (where e.day >= $openSince::date) as open_requests
      from usage_events e join reported r on r.id = e.conversation_id where e.company_id = $companyId
    )
    select (select count(*) from reported) as conversations,
      (select coalesce(sum(messages), 0)::bigint from reported) as messages,
      b.open_requests as "openRequests", b.requests - b.open_requests as "billedRequests"
    from billed b`,
  params: { id: uuid, openSince: date },
  row: { conversations: integer, messages: integer, openRequests: integer, billedRequests: integer },
});

/** At most a month of conversations: those of one partition. */
export const listConversationsOfKey = statement.list({
  text: `
    select id from conversations
    where company_id = $companyId and intake_key_id = $id and started_at >= $from and started_at < $until`,
  params: { id: uuid, from: instant, until: instant },
  row: { id: uuid },
});

export const deleteSpansOfKey = statement.run({
  text: 'delete from spans where company_id = $companyId and intake_key_id = $id',
  params: { id: uuid },
});
