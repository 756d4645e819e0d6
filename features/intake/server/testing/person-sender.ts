import { setCreatedAt } from '#server/database/testing/builders.ts';
import { vi } from 'vitest';
import type { Erasure, Person } from '#features/protection/contract/erasures.ts';
import { withOwner } from '#server/database/copy/owner-connection.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';

/** A company whose SuperAdmin is signed in, with an assistant that reports for it. */
export async function makeReportingCompany(portal: TestPortal) {
  const { id: companyId, superAdmin } = await portal.makeCompany();
  await setCreatedAt(portal.database, companyId, '2026-01-01');
  return { companyId, superAdmin, ...(await makeAssistant(portal, companyId)) };
}

/** Another assistant of a company. */
export async function makeAssistant(portal: TestPortal, companyId: string) {
  const { id: keyId, secret } = await makeIntakeKey(portal, companyId, { name: `key ${Math.random()}` });
  const headers = { authorization: `Bearer ${secret}` };
  const send = async (body: object): Promise<void> => {
    const { status, body: answer } = await portal.call('/intake/conversations', { body, headers });
    // Too many wait at once.
    if (status === 429) return send(body);
    if (status !== 200) throw new Error(`The batch was answered ${status}: ${JSON.stringify(answer)}`);
  };
  return {
    keyId,
    send,
    postTo: (path: string, body: unknown) => portal.call(path, { method: 'POST', body, headers }),
    rows: (table: string) =>
      portal.database.inCompany(companyId, (tx) =>
        runSql<Record<string, unknown>>(tx, `select * from ${table} where company_id = $1`, [companyId]),
      ),
  };
}

export type ReportingCompany = Awaited<ReturnType<typeof makeReportingCompany>>;

/** The body of an answer that succeeds. */
export async function getBody<Body>(portal: TestPortal, path: string, as: TestUser): Promise<Body> {
  const { status, body } = await portal.call(path, { as });
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

export const listPersons = (portal: TestPortal, as: TestUser, search: string) =>
  getBody<Person[]>(portal, `/erasures/persons?search=${encodeURIComponent(search)}`, as);

/** The first one that is found. */
export async function findPerson(portal: TestPortal, as: TestUser, search: string): Promise<Person> {
  const [person] = await listPersons(portal, as, search);
  if (!person) throw new Error(`No person is found by ${search}.`);
  return person;
}

export const erasePerson = (portal: TestPortal, as: TestUser, id: string) =>
  portal.call(`/erasures/persons/${id}`, { as, body: { reason: 'A request of the person' } });

/** All erasures, when none of them waits. */
export const waitForErasures = (portal: TestPortal, as: TestUser): Promise<Erasure[]> =>
  vi.waitFor(
    async () => {
      const erasures = await getBody<Erasure[]>(portal, '/erasures', as);
      if (erasures.some(({ state }) => state === 'waiting')) throw new Error('still waiting');
      return erasures;
    },
    { timeout: 20_000, interval: 50 },
  );

/** Every column of every table in which the text stands, in any case: of companies, identities and jobs. */
export function findText(portal: TestPortal, text: string): Promise<string[]> {
  return withOwner(portal.database.ownerUrl, async (client) => {
    const tables = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'identity', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition`);
    const found: string[] = [];
    for (const { name } of tables.rows) {
      // The owner of the tables is no exception of the wall.
      await client.query(`alter table ${name} no force row level security`);
      const { rows } = await client.query<{ key: string }>(
        `select distinct e.key from ${name} t, jsonb_each_text(to_jsonb(t)) e where position($1 in lower(e.value)) > 0`,
        [text],
      );
      if (name.startsWith('public.')) await client.query(`alter table ${name} force row level security`);
      found.push(...rows.map(({ key }) => `${name.replace('public.', '')}.${key}`));
    }
    return found.toSorted();
  });
}
