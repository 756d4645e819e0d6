import { acting, ofCompany, type TableFacts } from './table-facts.ts';

export const intakeTables = {
  reported_user_keys: {
    place: 'shard',
    restored: 'replaced',
    person: { key: 'erased' },
  },
  intake_key_days: {
    place: 'shard',
    restored: 'replaced',
    person: { reason: 'none' },
    example: `insert into intake_key_days (intake_key_id, day, reason, items)
      select id, '2026-11-01', 'accepted', 1 from intake_keys where secret_hash = '{id}'`,
  },
  intake_key_hours: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into intake_key_hours (intake_key_id, hour, accepted, rejected)
      select id, now(), 1, 0 from intake_keys where secret_hash = '{id}'`,
  },
  intake_key_alerts: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into intake_key_alerts (intake_key_id) select id from intake_keys where secret_hash = '{id}'`,
  },
  intake_key_uses: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into intake_key_uses (intake_key_id, last_used_at) select id, now() from intake_keys`,
  },
  unread_names: {
    place: 'shard',
    restored: 'replaced',
    person: { name: 'none', kind: 'none' },
    example: `insert into unread_names (intake_key_id, name, kind, is_missed, seen_at)
      select id, 'acme.chat.id', 'conversation', true, now() from intake_keys where secret_hash = '{id}'`,
  },
  mapped_attributes: {
    place: 'shard',
    restored: 'replaced',
    person: { name: ofCompany },
    example: `insert into mapped_attributes (id, name, created_at) values ('{id}', 'service.name', now())`,
  },
  attribute_values: {
    place: 'shard',
    restored: 'replaced',
    person: { digest: 'erased', shown: 'erased' },
    example: `insert into attribute_values (attribute_id, digest, shown) values ('{id}', md5('a'), 'a')`,
  },
  reported_skills: {
    place: 'shard',
    restored: 'replaced',
    person: { name: ofCompany, name_key: ofCompany },
    example: `insert into reported_skills (name, name_key) values ('s', 's')`,
  },
  reported_users: {
    place: 'shard',
    restored: 'replaced',
    person: { first_name: 'erased', last_name: 'erased', email: 'erased' },
    example: `with reported as (insert into reported_users default values returning number)
      insert into reported_user_keys (key, number) select 'id:1', number from reported`,
  },
  conversations: {
    place: 'shard',
    restored: 'replaced',
    person: {
      external_id: 'erased',
      turns: 'erased',
      failure: 'erased',
      models: 'none',
      tools: 'erased',
      failed_tools: 'erased',
      ratings: 'erased',
    },
    example: `insert into conversations (started_at, id, external_id, day, hour, status, reported_at, status_at)
      values ('2026-11-01Z', '{id}', 'c', '2026-11-01', 0, 1, now(), now())`,
  },
  conversation_partitions: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into conversation_partitions (id, started_at) values ('{id}', '2026-11-01Z')`,
  },
  conversation_reviews: {
    place: 'shard',
    restored: 'replaced',
    person: { tags: 'erased', note: 'erased', resolved_by: acting, updated_by: acting },
    example: `insert into conversation_reviews (conversation_id, updated_at) values ('{id}', now())`,
  },
  messages: {
    place: 'shard',
    restored: 'replaced',
    person: { external_id: 'erased', author: 'erased', parts: 'erased' },
    example: `insert into messages (conversation_id, started_at, id, external_id, sent_at, is_assistant, parts)
      values ('{id}', '2026-11-01Z', '{id}', 'm', now(), true, '[]')`,
  },
  spans: {
    place: 'shard',
    restored: 'replaced',
    person: { trace_id: 'erased', span_id: 'erased', conversation: 'erased', facts: 'erased', counted_as: 'erased' },
    example: `insert into spans (trace_id, span_id, started_at, facts) values ('t', 's', now(), '{}')`,
  },
  log_views: {
    place: 'shard',
    restored: 'replaced',
    person: { name: 'erased', filters: 'erased' },
    example: `insert into log_views (private_to, owner_id, name, filters, created_at, updated_at)
      select id, id, 'v', '{"failed": true}', now(), now() from users limit 1`,
  },
  transcript_unmaskings: {
    place: 'shard',
    restored: 'left',
    example: `insert into transcript_unmaskings (account_id, conversation_id, until) values ('{id}', '{id}', now())`,
  },
  masking_settings: {
    place: 'copied',
    restored: 'kept',
    person: { shown: 'none', patterns: ofCompany },
    example: `insert into masking_settings default values`,
  },
  deleted_conversations: {
    place: 'shard',
    restored: 'added',
    example: `insert into deleted_conversations (id) values ('{id}')`,
  },
  log_imports: {
    place: 'shard',
    restored: 'replaced',
    person: {
      file_name: ofCompany,
      state: 'none',
      settings: ofCompany,
      reader: ofCompany,
      left_out: 'none',
      failure: 'none',
      created_by: acting,
    },
    example: `insert into log_imports (id, file_name, bytes, created_at, created_by) values ('{id}', 'f', 1, now(), 'a')`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
