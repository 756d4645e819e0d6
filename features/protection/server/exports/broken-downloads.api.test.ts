import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { onAllServers } from '#server/database/testing/test-server.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportSkill } from '#domain/conversations/testing/conversation-rows.ts';
import { addRuns } from '#features/money/server/usage/testing/ledger-rows.ts';
import type { RowKind } from '#features/protection/contract/row-kinds.ts';

const portal = useTestPortal();
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };
const startedAt = '2026-11-05T10:00:00.000Z';

/** Rows so many and so wide that buffers between server and client hold few of them. */
const rows = 400;
const wide = 'x'.repeat(20_000);

const run = (companyId: string, text: string, values: unknown[]) =>
  portal().database.withLedger(companyId, (tx) => runSql(tx, text, values));

async function addWideConversations(companyId: string) {
  const { number: skill } = await reportSkill(portal().database, companyId, wide.replace('x', randomUUID()));
  const made = Array.from({ length: rows }, () => ({ startedAt, skill }));
  return addConversations(portal().database, companyId, made);
}

/** In two statements, because hundreds of transactions that change users wait for each other longer than for a connection. */
async function addWideUsers(companyId: string) {
  const { database } = portal();
  const accounts = await database.systemPool.query<{ id: string }>(
    `insert into identity.accounts (email, name)
      select gen_random_uuid() || '@test.example', 'Wide' from generate_series(1, $1::int) returning id`,
    [rows],
  );
  const insert = `
    insert into users (company_id, account_id, email, first_name, last_name, company, roles)
    select $1, id, id || '@test.example', 'Mari', 'Wide', $2, '{User}' from unnest($3::uuid[]) id returning id`;
  const values = [companyId, wide, accounts.rows.map(({ id }) => id)];
  return database.inCompany(companyId, (tx) => runSql(tx, insert, values));
}

interface WideKind {
  readonly kind: RowKind;
  /** With its query, and what is sent in the body. */
  readonly path: string;
  readonly body?: object;
  /** Whether its rows are read while they are sent; short lists are read before. */
  readonly isRead: boolean;
  readonly add: (companyId: string) => Promise<unknown>;
}

const kinds: readonly WideKind[] = [
  {
    kind: 'conversations',
    path: '/exports/conversations',
    body: november,
    isRead: true,
    add: addWideConversations,
  },
  {
    kind: 'messages',
    path: '/exports/messages',
    body: november,
    isRead: true,
    add: async (companyId) => {
      const [id] = await addConversations(portal().database, companyId, [{ startedAt }]);
      const insert = `
        insert into messages (conversation_id, started_at, id, external_id, sent_at, is_assistant, parts)
        select $1, $2, gen_random_uuid(), n::text, $2, false,
          jsonb_build_array(jsonb_build_object('type', 'text', 'value', $3::text))
        from generate_series(1, $4::int) n`;
      await run(companyId, insert, [id, startedAt, wide, rows]);
    },
  },
  {
    kind: 'usage',
    path: '/exports/usage',
    body: { period: '2026-11' },
    isRead: false,
    add: async (companyId) => {
      const insert = `
        insert into reported_skills (name, name_key) select n || $1, n::text from generate_series(1, $2::int) n
        returning number`;
      const skills = (await run(companyId, insert, [wide, rows])) as { number: number }[];
      await addRuns(
        portal().database,
        companyId,
        skills.map(({ number: skill }) => ({ day: '2026-11-02', skill, price: 5, requests: 1 })),
      );
    },
  },
  {
    kind: 'requests',
    path: '/exports/requests',
    body: { period: '2026-11' },
    isRead: true,
    add: async (companyId) => {
      const { number: skill } = await reportSkill(portal().database, companyId, wide);
      await addRuns(portal().database, companyId, [{ day: '2026-11-02', skill, price: 5, requests: rows }]);
    },
  },
  {
    kind: 'invoices',
    path: '/exports/invoices',
    body: {},
    isRead: false,
    add: (companyId) =>
      run(
        companyId,
        `insert into invoices (id, invoice_id, company, issue_date, due_date, total_ten_thousandths)
          select gen_random_uuid(), n::text, $1, '2026-11-01', '2026-11-15', 1 from generate_series(1, $2::int) n`,
        [wide, rows],
      ),
  },
  {
    kind: 'topUsers',
    path: '/exports/top-users',
    body: november,
    isRead: false,
    add: async (companyId) => {
      const insert = `
        insert into reported_users (first_name, last_name) select $1, n::text from generate_series(1, $2::int) n
        returning number`;
      const people = (await run(companyId, insert, [wide, rows])) as { number: number }[];
      await addConversations(
        portal().database,
        companyId,
        people.map(({ number: user }) => ({ startedAt, user })),
      );
    },
  },
  {
    kind: 'users',
    path: '/exports/users',
    body: { search: 'wide' },
    isRead: false,
    add: addWideUsers,
  },
  {
    kind: 'integrations',
    path: '/exports/integrations',
    body: { status: 'Active' },
    isRead: false,
    add: (companyId) =>
      run(
        companyId,
        `insert into integrations (unique_id, name, provider, service, service_name, category, password, status)
          select n::text, $1, 'SAP', 'erp', 's', 'ERP', 'p', true from generate_series(1, $2::int) n`,
        [wide, rows],
      ),
  },
  {
    kind: 'skills',
    path: '/exports/skills',
    body: { provider: 'SAP' },
    isRead: false,
    add: (companyId) => {
      const insert = `insert into skills (name, service_provider) select $1, 'SAP' from generate_series(1, $2::int) n`;
      return portal().database.inCompany(companyId, (tx) => runSql(tx, insert, [wide, rows]));
    },
  },
  {
    kind: 'audit',
    path: '/audit/export?format=csv&from=2020-01-05',
    isRead: true,
    add: (companyId) =>
      run(
        companyId,
        `insert into audit_entries (occurred_at, actor_name, actor_email, action, entity, entity_id, entity_label, request_id)
          select '2020-01-06', 'a', 'a', 'a', 'user', 'x', $1, 'r' from generate_series(1, $2::int)`,
        [wide, rows],
      ),
  },
];

const send = ({ path, body }: WideKind, as: TestUser, signal?: AbortSignal) =>
  fetch(`${portal().url}/api${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify({ format: 'csv', ...body }) }),
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    ...(signal && { signal }),
  });

const countConnections = () =>
  portal()
    .database.connections.list()
    .find(({ pool }) => pool === 'app')?.used;

/** Reads the rest of an answer; `whole` where it comes to a regular end. */
async function drain(reader: ReadableStreamDefaultReader | undefined): Promise<'whole' | 'broken'> {
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
    return 'whole';
  } catch {
    return 'broken';
  }
}

async function begin(kind: WideKind, as: TestUser, signal?: AbortSignal) {
  const answer = await send(kind, as, signal);
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  return reader;
}

/** Ends the connections of the database on which rows are read. */
async function cut(kind: WideKind, as: TestUser) {
  const begun = await begin(kind, as);
  // The head comes before rows are read.
  await begun?.read();
  await onAllServers(
    portal().database.ownerUrl,
    `select pg_terminate_backend(pid::integer, 5000::bigint) from pg_stat_activity
      where datname = current_database() and query like 'fetch forward%'`,
  );
  return drain(begun);
}

test.each(kinds)('$kind: who leaves gives back, and what is cut or not permitted any more breaks off', async (kind) => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['SuperAdmin', 'TechnicalUser'] });
  await kind.add(companyId);

  const used = countConnections();
  const leave = new AbortController();
  // Kept, because an answer that nothing refers to is cancelled.
  const open = [await begin(kind, superAdmin, leave.signal), await begin(kind, superAdmin, leave.signal)];
  const refused = await send(kind, superAdmin);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  leave.abort();
  expect(await Promise.all(open.map(drain))).toEqual(['broken', 'broken']);
  await vi.waitFor(() => expect(countConnections()).toBe(used), 10_000);

  expect(kind.isRead ? await cut(kind, superAdmin) : 'broken').toBe('broken');

  const begun = await begin(kind, reader);
  const deleted = await portal().call('/users', { as: superAdmin, method: 'DELETE', body: [reader.id] });
  expect(deleted.status).toBeLessThan(300);
  portal().clock.advance(10_000);
  expect(await drain(begun)).toBe('broken');

  // Not read, because the next test would get its connection with buffers that have grown.
  const again = await send(kind, superAdmin);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});
