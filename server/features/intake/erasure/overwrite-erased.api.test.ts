import { expect, test } from 'vitest';
import type { Erasure } from '#contract/privacy/erasures.ts';
import type { Operations } from '#contract/operations.ts';
import { overwriteDue } from '../../../background/erased-data.ts';
import { checkCertificate } from '../../../commands/check-certificate.ts';
import { overwriteAll } from '../../../commands/overwrite-all.ts';
import { eraseCompany } from '../../../database/copy/erase-company.ts';
import { withOwner } from '../../../database/copy/owner-connection.ts';
import { listServers } from '../../../database/testing/test-server.ts';
import { runSql } from '../../../testing/sql/run-sql.ts';
import { useTestPortal } from '../../../testing/test-portal.ts';
import { erasePerson, findPerson, getBody, makeReportingCompany, waitForErasures } from '../testing/person-sender.ts';
import type { ReportingCompany } from '../testing/person-sender.ts';
import { overwriteErased } from './overwrite-erased.service.ts';

const portal = useTestPortal();
const dayMs = 24 * 60 * 60_000;
const patience = { tableMs: 20, attempts: 2, pauseMs: 1, olderMs: 0 };

/** Tests of other files write on the same server. */
const olderMs = 30_000;
const overwrite = (limits: object = {}) => {
  const { database, clock } = portal();
  const before = new Date(clock.now().getTime() + 1);
  return overwriteErased({ database, clock, lockMs: 20_000, patience: { ...patience, olderMs }, ...limits }, before);
};

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

const lastErasure = async ({ superAdmin }: ReportingCompany) =>
  (await getBody<Erasure[]>(portal(), '/erasures', superAdmin))[0];

async function erase(company: ReportingCompany, search: string): Promise<void> {
  const { superAdmin } = company;
  const { status } = await erasePerson(portal(), superAdmin, (await findPerson(portal(), superAdmin, search)).id);
  if (status !== 201) throw new Error(`The erasure was answered ${status}.`);
  await waitForErasures(portal(), superAdmin);
}

const readOperations = async () => {
  const { superAdmin } = await portal().makeCompany({ isProvider: true });
  return (await getBody<Operations>(portal(), '/operations', superAdmin)).overwriting;
};

test('no byte of an erased person is left in the files of tables and indexes after the night', async () => {
  const company = await makeReportingCompany(portal());
  const mark = 'ZqNightMark';
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
  expect(await lastErasure(company)).toMatchObject({ state: 'done', overwrittenAt: null });

  portal().clock.advance(120_000);
  const now = portal().clock.now();
  const at = now.toISOString().slice(11, 16);
  expect((await readOperations()).waiting.map(({ name }) => name)).toContain('public.spans');
  await overwriteDue({
    ...portal(),
    at,
    lockMs: 20_000,
    log: { warn: (fields: object) => expect(fields).toEqual({}) },
  });
  expect(await listFilesWith(mark)).toEqual([]);
  // The sealed log keeps who was deleted.
  expect((await listFilesWith(email)).filter((name) => !/audit|statistic/.test(name))).toEqual([]);

  const done = await lastErasure(company);
  expect(done?.overwrittenAt).toBe(now.toISOString());
  const { body } = await portal().call(`/erasures/${done?.id}/certificate`, { as: company.superAdmin });
  expect(body).toMatchObject({ certificate: { overwritten: { at: now.toISOString(), writeAheadLog: 'dropped' } } });
  expect(checkCertificate(JSON.stringify(body))[0]).toContain('is as it was signed');
  expect(await readOperations()).toMatchObject({ waiting: [], last: { isLogDropped: true, error: null } });
});

test('a table that is in use waits for the next attempt, and nothing is said to be overwritten', async () => {
  const company = await makeReportingCompany(portal());
  await company.send({ conversations: [reported('busy', 0, { id: 'busy-7', firstName: 'Busy' })] });
  await erase(company, 'busy-7');
  await withOwner(portal().database.ownerUrl, async (client) => {
    await client.query('begin; lock table spans in access share mode');
    expect(await overwrite({ patience: { ...patience, olderMs } })).toMatchObject({
      error: expect.stringContaining('public.spans was in use'),
      isRepeated: true,
    });
  });
  expect(await lastErasure(company)).toMatchObject({ overwrittenAt: null });
  expect((await readOperations()).waiting.map(({ name }) => name)).toEqual(['public.spans']);
  expect(await overwrite()).toMatchObject({ error: null, tables: expect.any(Number) });
  expect(await lastErasure(company)).toMatchObject({ overwrittenAt: portal().clock.now().toISOString() });
  expect(await overwrite()).toBeUndefined();
});

test('nothing is locked while an older transaction can see what was erased, and a large table for no longer than set', async () => {
  const company = await makeReportingCompany(portal());
  await company.send({ conversations: [reported('older', 0, { id: 'older-7', firstName: 'Older' })] });
  await erase(company, 'older-7');
  await withOwner(portal().database.ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read; select from companies');
    expect(await overwrite({ patience })).toMatchObject({
      tables: 0,
      error: 'A transaction that began before is still open.',
      isRepeated: true,
    });
  });
  await withOwner(portal().database.ownerUrl, async (client) => {
    await client.query('begin; lock table spans in access share mode');
    const run = await overwrite({ lockMs: 500, patience: { ...patience, tableMs: 60_000, olderMs } });
    expect(run?.error).toContain('public.spans takes longer than OVERWRITE_LOCK_SECONDS');
  });
  expect(await lastErasure(company)).toMatchObject({ overwrittenAt: null });
  expect(await overwrite()).toMatchObject({ error: null });
});

test('the command writes every table anew and finishes the erasures that wait', async () => {
  const { database, clock } = portal();
  const company = await makeReportingCompany(portal());
  await company.send({ conversations: [reported('ZqCommandMark', 0, { id: 'ZqCommandMark-7' })] });
  await erase(company, 'ZqCommandMark-7');
  expect(await listFilesWith('ZqCommandMark')).not.toEqual([]);
  clock.advance(1);
  const lines: string[] = [];
  expect(await overwriteAll({ database, clock, write: (line) => void lines.push(line) })).toBeUndefined();
  expect(lines.join(' ')).toMatch(/^.*\d+ tables are written anew\. .*The write-ahead log of before is dropped\.$/);
  expect(await listFilesWith('ZqCommandMark')).toEqual([]);
  expect(await lastErasure(company)).toMatchObject({ overwrittenAt: clock.now().toISOString() });
  expect(await readOperations()).toMatchObject({ waiting: [], last: { error: null } });
});

test('a deleted conversation lets the tables of its month wait, and none of accounts', async () => {
  const company = await makeReportingCompany(portal());
  const conversation = reported('single', 1, { id: 'single-7' });
  await company.send({ conversations: [conversation] });
  const [row] = await company.rows('conversations');
  const path = `/erasures/conversations/${String(row?.['id'])}`;
  expect((await portal().call(path, { as: company.superAdmin, body: { reason: 'A test of mine' } })).status).toBe(200);
  const { waiting } = await readOperations();
  expect(waiting.map(({ name }) => name)).toContain(
    `public.messages_${conversation.date.slice(0, 7).replace('-', '_')}`,
  );
  expect(waiting.map(({ name }) => name)).not.toContain('identity.*');
  expect(await overwrite()).toMatchObject({ error: null });
  expect(await lastErasure(company)).toMatchObject({ overwrittenAt: portal().clock.now().toISOString() });
});

test('no byte of a deleted company is left after the night, and of what it erased before', async () => {
  const { database, clock } = portal();
  const company = await makeReportingCompany(portal());
  const mark = 'ZqCompanyMark';
  await company.send({
    conversations: [0, 1].map((place) => reported(mark, place, { id: `${mark}-7`, firstName: mark })),
  });
  await portal().makeUser(company.companyId, { email: `${mark}@test.example`, firstName: mark });
  await company.send({ conversations: [reported('ZqErasedMark', 2, { id: 'ZqErasedMark-7' })] });
  await erase(company, 'ZqErasedMark-7');
  await withOwner(database.ownerUrl, (client) => client.query('analyze'));
  await database.withSystem('companies.delete', (tx) =>
    runSql(tx, `update companies set deletion_due_at = $2, deletion_reason = 'r' where id = $1`, [
      company.companyId,
      clock.now(),
    ]),
  );
  await eraseCompany(database.ownerUrl, { companyId: company.companyId, now: clock.now(), facts: {} });
  expect(await listFilesWith(mark)).toContain('pg_catalog.pg_statistic');
  expect(await listFilesWith('ZqErasedMark')).not.toEqual([]);
  const waiting = (await readOperations()).waiting.map(({ name }) => name);
  expect(waiting).toEqual(expect.arrayContaining(['identity.*', 'pgboss.*', 'public.messages_*', 'public.users']));
  expect(waiting).not.toContain('public.integrations');

  await withOwner(database.ownerUrl, async (client) => {
    await client.query('begin; lock table users in access share mode');
    expect(await overwrite({ patience: { ...patience, olderMs } })).toMatchObject({ isRepeated: true });
  });
  expect((await readOperations()).waiting.map(({ name }) => name)).toEqual(['public.users']);
  expect(await overwrite()).toMatchObject({ error: null });
  expect(await listFilesWith(mark)).toEqual([]);
  expect(await listFilesWith('ZqErasedMark')).toEqual([]);
  expect((await readOperations()).waiting).toEqual([]);
  expect(await overwrite()).toBeUndefined();
});
