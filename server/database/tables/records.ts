import { auditLog, technical, type TableFacts } from './table-facts.ts';

export const recordsTables = {
  audit_keys: {
    place: 'coordinator',
  },
  shared_counts: {
    place: 'coordinator',
  },
  page_views: {
    place: 'coordinator',
  },
  web_assets: {
    place: 'coordinator',
  },
  upkeep_runs: {
    place: 'coordinator',
  },
  backups: {
    place: 'coordinator',
  },
  audit_entries: {
    place: 'shard',
    restored: 'kept',
    person: {
      actor_name: auditLog,
      actor_email: auditLog,
      actor_company: auditLog,
      action: 'none',
      entity: 'none',
      entity_id: 'none',
      entity_label: auditLog,
      before: auditLog,
      after: auditLog,
      request_id: 'none',
    },
    example: `insert into audit_entries (occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label, request_id)
    values (now(), 'a', 'a', 'a', 'a', 'a', 'a', 'a')`,
  },
  audit_heads: {
    place: 'shard',
    restored: 'kept',
    example: `insert into audit_heads (position, mac, key_number, head_mac) values (1, '', 1, '')`,
  },
  audit_seals: {
    place: 'shard',
    restored: 'kept',
    example: `insert into audit_seals (position, entry_id, occurred_at, key_number, mac) values (1, 1, now(), 1, '')`,
  },
  audit_checkpoints: {
    place: 'shard',
    restored: 'kept',
    example: `insert into audit_checkpoints (position, mac, signed_at, key_number, signature) values (1, '', now(), 1, '')`,
  },
  files: {
    place: 'copied',
    restored: 'replaced',
    person: { key: 'none', purpose: 'none', content_type: 'none', thumbnail_key: 'none' },
    example: `insert into files (key, purpose, content_type) values (left(replace('{id}', '-', ''), 22), 'logo', 'image/png')`,
  },
  idempotency_keys: {
    place: 'shard',
    restored: 'left',
    person: { key: 'none', operation: 'none', request_hash: 'none', answer: 'erased' },
    withheld: { request_hash: technical, answer: technical },
    example: `insert into idempotency_keys (key, operation, request_hash) values ('k', 'o', 'h')`,
  },
  demo_seed_progress: {
    place: 'shard',
    restored: 'replaced',
    example: `insert into demo_seed_progress (month) values ('2026-11-01')`,
  },
} satisfies Readonly<Record<string, TableFacts>>;
