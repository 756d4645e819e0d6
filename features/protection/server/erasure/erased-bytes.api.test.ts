import { expect, test } from 'vitest';
import type { Erasure } from '#features/protection/contract/erasures.ts';
import { checkCertificate } from '#server/commands/audit/check-certificate.ts';
import { eraseCompany } from '#server/database/copy/erase-company.ts';
import { withOwner } from '#server/database/copy/owner-connection.ts';
import { overwriteServer } from '#server/database/copy/overwrite-deleted.ts';
import { listServers } from '#server/database/testing/test-server.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import {
  erasePerson,
  findPerson,
  getBody,
  makeReportingCompany,
  waitForErasures,
  type ReportingCompany,
} from '#features/intake/server/testing/person-sender.ts';

const portal = useTestPortal();
const dayMs = 24 * 60 * 60_000;

function reported(mark: string, place: number, user: object) {
  const date = new Date(portal().clock.now().getTime() - 60_000 - place * 31 * dayMs).toISOString();
  return {
    id: `${mark} conversation ${place}`,
    date,
    skill: 'Leave',
    user,
    turns: [{ date, durationMs: 900, error: `${mark} failed`, tools: [{ name: mark }] }],
    messages: [
      {
        id: `${mark} ${place}`,
        date,
        isAssistant: false,
        author: mark,
        data: [{ type: 'text', value: `I am ${mark}` }],
      },
    ],
  };
}

/** The files of the database on all its servers, of tables and indexes alike, that hold the bytes of a text. */
const listFilesWith = async (text: string) =>
  (
    await Promise.all(listServers(portal().database.ownerUrl).map((server) => listServerFilesWith(server, text)))
  ).flat();

const listServerFilesWith = (server: string, text: string) =>
  withOwner(server, async (client) => {
    await client.query(`set citus.override_table_visibility = off`);
    await client.query('vacuum');
    await client.query('checkpoint');
    const { rows } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where pg_relation_filepath(c.oid) is not null
          and position(convert_to($1, 'UTF8') in pg_read_binary_file(pg_relation_filepath(c.oid))) > 0 order by 1`,
      [text],
    );
    return rows.map(({ name }) => name);
  });

async function erase(company: ReportingCompany, search: string): Promise<void> {
  const { superAdmin } = company;
  const { status } = await erasePerson(portal(), superAdmin, (await findPerson(portal(), superAdmin, search)).id);
  if (status !== 201) throw new Error(`The erasure was answered ${status}.`);
  await waitForErasures(portal(), superAdmin);
}

/** Overwrites deleted rows as `npm run erasures:overwrite` does. */
async function overwriteAll() {
  for (const server of listServers(portal().database.ownerUrl)) {
    expect(await withOwner(server, (client) => overwriteServer(client))).toMatchObject({ isLogDropped: true });
  }
}

test('autovacuum follows every row of the tables from which persons are erased', async () => {
  const company = await makeReportingCompany(portal());
  await company.send({ conversations: [reported('Soon', 1, { id: 'soon-7', firstName: 'Soon' })] });
  const { rows } = await withOwner(portal().database.ownerUrl, (client) =>
    client.query<{ name: string; heap: string[]; toast: string[] | null }>(
      `select c.oid::regclass::text as name, c.reloptions as heap, t.reloptions as toast
        from pg_class c left join pg_class t on t.oid = c.reltoastrelid
        where c.relkind = 'r' and c.reloptions is not null`,
    ),
  );
  const names = rows.map(({ name }) => name.replace(/_\d{4}_\d\d$/, '_month'));
  expect(names).toEqual(
    expect.arrayContaining([
      'identity.accounts',
      'conversation_reviews',
      'conversations_month',
      'messages_month',
      'reported_user_keys',
      'reported_users',
      'sent_mails',
      'spans',
      'usage_events',
      'users',
    ]),
  );
  const expected = ['autovacuum_vacuum_threshold=0', 'autovacuum_vacuum_scale_factor=0'];
  for (const { name, heap, toast } of rows) {
    expect({ name, heap, toast: toast ?? expected }).toEqual({ name, heap: expected, toast: expected });
  }
});

test('no byte of an erased person is left in the files of tables and indexes after the command', async () => {
  const company = await makeReportingCompany(portal());
  const mark = 'ZqPersonMark';
  const email = `${mark}@test.example`.toLowerCase();
  await portal().makeUser(company.companyId, { email, firstName: 'Anna' });
  await company.send({
    conversations: [0, 1].map((place) => reported(mark, place, { id: `${mark}-7`, email, firstName: mark })),
  });
  await withOwner(portal().database.ownerUrl, (client) => client.query('analyze'));
  await erase(company, email);
  // What is reported later is not stored, and a message that comes before its conversation is emptied.
  const messages = reported(mark, 0, {}).messages.map((each) => ({ ...each, conversationId: 'late' }));
  await company.send({ messages });
  await company.send({ conversations: [{ ...reported('other', 0, { email }), id: 'late' }] });
  expect(await listFilesWith(mark)).toContain('pg_catalog.pg_statistic');
  await overwriteAll();
  expect(await listFilesWith(mark)).toEqual([]);
  // The sealed log keeps who was deleted.
  expect((await listFilesWith(email)).filter((name) => !/audit|statistic/.test(name))).toEqual([]);
});

test('the certificate says that bytes stay until their space is used again', async () => {
  const company = await makeReportingCompany(portal());
  await company.send({ conversations: [reported('Said', 0, { id: 'said-7', firstName: 'Said' })] });
  await erase(company, 'said-7');
  const [done] = await getBody<Erasure[]>(portal(), '/erasures', company.superAdmin);
  const { body } = await portal().call(`/erasures/${done?.id}/certificate`, { as: company.superAdmin });
  expect(body).toMatchObject({
    certificate: { kept: { bytes: expect.stringContaining('until both are used again') } },
  });
  expect(checkCertificate(JSON.stringify(body))[0]).toContain('is as it was signed');
});

test('the command ends with a reason while an older transaction can see what was erased', async () => {
  const { ownerUrl } = portal().database;
  await withOwner(ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read; select from companies');
    await expect(withOwner(ownerUrl, (other) => overwriteServer(other, 0))).rejects.toThrow(
      /^A transaction that began before can still see deleted rows/,
    );
  });
});

test('no byte of a deleted company is left after the command', async () => {
  const { database, clock } = portal();
  const company = await makeReportingCompany(portal());
  const mark = 'ZqCompanyMark';
  await company.send({
    conversations: [0, 1].map((place) => reported(mark, place, { id: `${mark}-7`, firstName: mark })),
  });
  await portal().makeUser(company.companyId, { email: `${mark}@test.example`, firstName: mark });
  await withOwner(database.ownerUrl, (client) => client.query('analyze'));
  await database.inSystem('companies.delete', (tx) =>
    runSql(tx, `update companies set deletion_due_at = $2, deletion_reason = 'r' where id = $1`, [
      company.companyId,
      clock.now(),
    ]),
  );
  await eraseCompany(database.ownerUrl, { companyId: company.companyId, now: clock.now(), facts: {} });
  expect(await listFilesWith(mark)).toContain('pg_catalog.pg_statistic');
  await overwriteAll();
  expect(await listFilesWith(mark)).toEqual([]);
});
