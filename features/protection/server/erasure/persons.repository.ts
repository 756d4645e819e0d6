import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, json, nullable, text, uuid } from '#server/sql/types.ts';

/** A user with its reported users, or a reported user with those mapped to the same user. */
const numbersOfUser = `array(
  select r.number from reported_users r where r.company_id = $companyId and r.user_id = u.id order by r.number)`;

const found = {
  id: uuid,
  isUser: boolean,
  names: array(text),
  emails: array(text),
  ids: array(text),
  numbers: array(integer),
};

const users = `
  select u.id, true as "isUser", array[trim(u.first_name || ' ' || u.last_name)] as names, array[lower(u.email)] as emails,
    array[u.email] || array(
      select k.key from reported_user_keys k join reported_users r on r.company_id = k.company_id and r.number = k.number
      where k.company_id = $companyId and r.user_id = u.id order by k.key) as ids,
    ${numbersOfUser} as numbers
  from users u where u.company_id = $companyId`;

const reportedUsers = `
  select r.id, false as "isUser", array[trim(r.first_name || ' ' || r.last_name)] as names,
    array_remove(array[lower(r.email)], null) as emails,
    array(select k.key from reported_user_keys k where k.company_id = $companyId and k.number = r.number order by k.key) as ids,
    array[r.number] as numbers
  from reported_users r where r.company_id = $companyId and r.user_id is null and r.erased_at is null`;

/** By an id of the sender or an address exactly, or by a part of the name; `folded`: by `foldSearch`. */
export const listPersons = statement.list({
  text: `
    with named as materialized (
      select number from reported_user_keys where company_id = $companyId and key = any($keys)
    )
    (${users} and (lower(u.email) = lower($search) or position($folded in fold_text(u.first_name || ' ' || u.last_name)) > 0
      or u.id in (select r.user_id from reported_users r join named n on n.number = r.number where r.company_id = $companyId))
      limit 20)
    union all
    (${reportedUsers} and (r.number in (select number from named) or lower(r.email) = lower($search)
      or position($folded in fold_text(r.first_name || ' ' || r.last_name)) > 0) limit 20)`,
  params: { search: text, folded: text, keys: array(text) },
  row: found,
});

export const findPerson = statement.find({
  text: `${users} and u.id = $id union all ${reportedUsers} and r.id = $id`,
  params: { id: uuid },
  row: found,
});

const ofPerson = { numbers: array(integer), emails: array(text), id: uuid };

export const countContents = statement.get({
  text: `
    select coalesce(sum(completed + processing + failed + escaped + error), 0)::bigint as conversations,
      coalesce(sum(messages), 0)::bigint as messages,
      (select count(*) from usage_events e where e.company_id = $companyId and e.user_number = any($numbers)) as requests,
      (select count(*) from sent_mails m
        where m.company_id = $companyId and (m.user_id = $id or lower(m.recipient) = any($emails))) as mails,
      (select count(*) from audit_entries a where a.company_id = $companyId
        and (a.entity_id = ($id::uuid)::text or lower(a.actor_email) = any($emails))) as "auditEntries"
    from user_monthly_stats where company_id = $companyId and user_number = any($numbers)`,
  params: ofPerson,
  row: { conversations: integer, messages: integer, requests: integer, mails: integer, auditEntries: integer },
});

export const findSapId = statement.find({
  text: 'select sap_id as "sapId" from users where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { sapId: nullable(text) },
});

/* Under the ledger lock, so that the intake stores nothing more of the person from then on. */

export const updateErasedUsers = statement.run({
  text: `
    update reported_users set first_name = $name, last_name = '', email = null, user_id = null, main_number = null,
      erased_at = $now
    where company_id = $companyId and number = any($numbers)`,
  params: { numbers: array(integer), name: text, now: instant },
});

/** For a person that was never reported: later reports are recognised by its keys. */
export const createErasedUser = statement.get({
  text: `
    insert into reported_users (company_id, first_name, erased_at, created_at) values ($companyId, $name, $now, $now)
    returning number`,
  params: { name: text, now: instant },
  row: { number: integer },
});

export const listKeys = statement.list({
  text: 'select key from reported_user_keys where company_id = $companyId and number = any($numbers)',
  params: { numbers: array(integer) },
  row: { key: text },
});

export const deleteKeys = statement.run({
  text: 'delete from reported_user_keys where company_id = $companyId and number = any($numbers)',
  params: { numbers: array(integer) },
});

export const createErasedKeys = statement.run({
  text: `
    insert into reported_user_keys (company_id, key, number)
    select $companyId, t.key, $number from unnest($keys::text[]) as t (key) on conflict do nothing`,
  params: { keys: array(text), number: integer },
});

/* Other rows that name the person, and mails that were sent to it. */

/** Lists those of the addresses, in lower case, that have an account. */
export const listHeld = systemStatement.list({
  text: 'select email from identity.accounts where email = any($emails)',
  params: { emails: array(text) },
  row: { email: text },
});

export const deleteMails = statement.run({
  text: `
    delete from sent_mails where company_id = $companyId and (user_id = $id or lower(recipient) = any($emails))`,
  params: { id: uuid, emails: array(text) },
});

export const deletePoolAgreements = statement.run({
  text: 'delete from pool_agreements where company_id = $companyId and email = any($emails)',
  params: { emails: array(text) },
});

/** It can name who signed in last. */
export const deleteLastAnswers = statement.run({
  text: 'update sign_in_providers set last_answer = null where company_id = $companyId and last_answer is not null',
});

/** Answers that are kept for repeated requests, where they hold one of these texts, which are folded. */
export const deleteAnswers = statement.run({
  text: `
    delete from idempotency_keys k where k.company_id = $companyId and exists (
      select from unnest($texts::text[]) as t (value) where position(t.value in fold_text(k.answer::text)) > 0)`,
  params: { texts: array(text) },
});

/** Values of mapped attributes that are one of these ids, or hold one of these texts, which are folded. */
export const deleteAttributeValues = statement.run({
  text: `
    delete from attribute_values v where v.company_id = $companyId and exists (
      select from unnest($ids::text[]) as t (value)
      where v.digest = left(encode(sha256(convert_to(t.value, 'UTF8')), 'hex'), 32)
      union all
      select from unnest($texts::text[]) as t (value) where position(t.value in fold_text(v.shown)) > 0)`,
  params: { ids: array(text), texts: array(text) },
});

/** A person can stand in any of them, and in the words that they were asked for with. */
export const withdrawTasks = statement.run({
  text: `
    update tasks set input = '{}', state = case when state in ('waiting', 'ready') then 'withdrawn' else state end
    where company_id = $companyId`,
});

/** The tables of tasks of portals of before. */
export const withdrawOlderFiles = statement.run({
  text: `
    update row_files set filter = '{}', state = case when state in ('waiting', 'ready') then 'withdrawn' else state end
    where company_id = $companyId`,
});

/*
 * Exports of all data hold the person: those that are made are given up, and the hourly work deletes all. Citus passes on
 * `case state when …` as another condition.
 */
export const expireOlderExports = statement.run({
  text: `
    update company_exports set expires_at = $now, state = case when state = 'waiting' then 'failed' else state end,
      finished_at = coalesce(finished_at, $now),
      requester_name = case when lower(requester_email) = any($emails) then $name else requester_name end,
      requester_email = case when lower(requester_email) = any($emails) then '' else requester_email end
    where company_id = $companyId`,
  params: { now: instant, emails: array(text), name: text },
});

/** Files that wait for their import may hold the person; the hourly work deletes them. */
export const expireImports = statement.run({
  text: `
    update log_imports set file_until = $now
    where company_id = $companyId and file_until is not null and state <> 'running'`,
  params: { now: instant },
});

/* The conversations of the person, by the index of users. */

export const listConversationsWithContent = statement.list({
  text: `
    select id from conversations
    where company_id = $companyId and user_number = any($numbers) and not without_content limit $limit`,
  params: { numbers: array(integer), limit: integer },
  row: { id: uuid },
});

const ids = { ids: array(uuid) };
const bare = (column: string) => `replace(${column}::text, '-', '')`;

export const updateConversationIds = statement.run({
  text: `
    update conversations c set external_id = ${bare('c.id')} from conversation_partitions p
    where p.company_id = $companyId and p.id = any($ids) and c.company_id = $companyId and c.started_at = p.started_at
      and c.id = p.id`,
  params: ids,
});

export const updateUsageIds = statement.run({
  text: `
    update usage_events set external_id = ${bare('id')}
    where company_id = $companyId and conversation_id = any($ids) and external_id <> ${bare('id')}`,
  params: ids,
});

export const updateMatchedIds = statement.run({
  text: `
    update matched_usage_events set external_id = ${bare('id')}
    where company_id = $companyId and conversation_id = any($ids)`,
  params: ids,
});

const ofNumbers = `company_id = $companyId and user_number = any($numbers) and external_id <> ${bare('id')}`;

/** Updates usage events by user, because `updateUsageIds` misses those that were recorded without a conversation. */
export const updateUsageIdsOfUsers = statement.run({
  text: `update usage_events set external_id = ${bare('id')} where ${ofNumbers}`,
  params: { numbers: array(integer) },
});

export const updateReservationIds = statement.run({
  text: `update budget_reservations set external_id = ${bare('id')} where ${ofNumbers}`,
  params: { numbers: array(integer) },
});

/* The export of a person. */

const line = { line: json<object>() };

export const listExportedConversations = statement.list({
  text: `
    select to_jsonb(c) - 'company_id' as line, c.id, c.started_at as "startedAt" from conversations c
    where c.company_id = $companyId and c.user_number = any($numbers)
      and (c.started_at, c.id) > ($afterStart::timestamptz, $afterId::uuid)
    order by c.started_at, c.id limit $limit`,
  params: { numbers: array(integer), afterStart: instant, afterId: uuid, limit: integer },
  row: { ...line, id: uuid, startedAt: instant },
});

export const listExportedMessages = statement.list({
  text: `
    select to_jsonb(m) - 'company_id' as line from conversation_partitions p
    join messages m on m.company_id = p.company_id and m.conversation_id = p.id and m.started_at = p.started_at
    where p.company_id = $companyId and p.id = $id
    order by m.sent_at, m.position`,
  params: { id: uuid },
  row: line,
});

export const listExportedFacts = statement.list({
  text: `
    select t.kind, t.line from (
      select 'user' as kind, to_jsonb(u) - 'company_id' as line from users u where u.company_id = $companyId and u.id = $id
      union all
      select 'reportedUser', to_jsonb(r) - 'company_id' from reported_users r
      where r.company_id = $companyId and r.number = any($numbers)
      union all
      select 'reportedUserKey', to_jsonb(k) - 'company_id' from reported_user_keys k
      where k.company_id = $companyId and k.number = any($numbers)
      union all
      select 'request', to_jsonb(e) - 'company_id' from usage_events e
      where e.company_id = $companyId and e.user_number = any($numbers)
      union all
      select 'mail', to_jsonb(m) - 'company_id' from sent_mails m
      where m.company_id = $companyId and (m.user_id = $id or lower(m.recipient) = any($emails))
      union all
      select 'mailReport', to_jsonb(r) - 'company_id' from mail_reports r
      where r.company_id = $companyId and r.user_id = $id
      union all
      select 'agreement', to_jsonb(g) - 'company_id' from pool_agreements g
      where g.company_id = $companyId and g.email = any($emails)
      union all
      select 'auditEntry', to_jsonb(a) - 'company_id' from audit_entries a
      where a.company_id = $companyId and (a.entity_id = ($id::uuid)::text or lower(a.actor_email) = any($emails))
    ) t`,
  params: ofPerson,
  row: { kind: text, ...line },
});

export const findCertificate = statement.find({
  text: 'select certificate from erasures where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { certificate: nullable(text) },
});
