import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import type { PersonContents } from '#features/protection/contract/erasures.ts';
import { withOwner } from '#server/database/copy/owner-connection.ts';
import { tableFacts } from '#server/database/tables/tables.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { deleteExpiredTasks } from '#domain/tasks/tasks.service.ts';
import { checkCertificate } from '#server/commands/audit/check-certificate.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import {
  erasePerson,
  findPerson,
  findText,
  getBody,
  listPersons,
  makeReportingCompany,
  waitForErasures,
} from '#features/intake/server/testing/person-sender.ts';
import { deleteExpiredImports } from '#features/imports/server/control-imports.service.ts';
import { toChunkAddress } from '#features/imports/server/import-chunks.ts';
import { makeImport } from '#features/intake/server/testing/make-import.ts';
import { verifyRollups } from '#domain/conversations/rollups/rollup-upkeep.service.ts';

const portal = useTestPortal();
/** In every text that is about the person. */
const mark = 'zqmark';
const at = (seconds = 0) => new Date(portal().clock.now().getTime() - 60_000 + seconds * 1000).toISOString();

const reported = (place: number, user: object = { id: `${mark}-7`, firstName: mark, lastName: 'Tamm' }) => ({
  id: `${mark} conversation ${place}`,
  date: at(),
  skill: 'Leave',
  user,
  status: 'Failed',
  turns: [
    {
      date: at(),
      model: 'm1',
      durationMs: 900,
      inputTokens: 5,
      error: `${mark} failed`,
      errorType: mark,
      tools: [{ name: mark }],
    },
  ],
  messages: [
    {
      id: `${mark} ${place}`,
      date: at(),
      isAssistant: false,
      author: mark,
      data: [{ type: 'text', value: `I am ${mark}` }],
    },
    { id: `${mark} ${place} b`, date: at(1), isAssistant: true, data: [{ type: 'text', value: `Hello ${mark}` }] },
  ],
});

const list = (as: TestUser, search: string) => listPersons(portal(), as, search);
const find = (as: TestUser, search: string) => findPerson(portal(), as, search);
const erase = (as: TestUser, id: string) => erasePerson(portal(), as, id);
const waitForDone = (as: TestUser) => waitForErasures(portal(), as);
const findColumns = (text: string) => findText(portal(), text);

const isKept = (column: string) => {
  const [table = '', name = ''] = column.split('.');
  return typeof tableFacts[table]?.person?.[name] === 'object';
};

test('every column of a company that can hold text is placed', async () => {
  const columns = await withOwner(portal().database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.udt_name in ('text', '_text', 'json', 'jsonb', 'varchar')
        and (c.table_name = 'companies' or exists (select from information_schema.columns o
          where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'company_id'))
        and not exists (select from pg_class p where p.relname = c.table_name and p.relispartition)`);
    return rows.map(({ name }) => name);
  });
  const withheld = Object.entries(tableFacts).flatMap(([table, { withheld: names = {} }]) =>
    Object.keys(names).map((name) => `${table}.${name}`),
  );
  const ofNoCompany = ['agreements.document', 'agreements.version'];
  const placed = Object.entries(tableFacts).flatMap(([table, { person = {} }]) =>
    Object.keys(person).map((name) => `${table}.${name}`),
  );
  const expected = columns.filter(
    (name) => !ofNoCompany.includes(name) && (placed.includes(name) || !withheld.includes(name)),
  );
  expect(placed.toSorted()).toEqual(expected.toSorted());
});

test('nothing of an erased person without an account stays but what is said to stay', async () => {
  const company = await makeReportingCompany(portal());
  const { companyId, superAdmin, send, rows } = company;
  await send({
    conversations: [reported(1), reported(2), { ...reported(3, { id: 'other', firstName: 'Other' }), id: 'kept 3' }],
    ratings: [
      {
        conversationId: `${mark} conversation 1`,
        messageId: `${mark} 1 b`,
        date: at(2),
        value: 'negative',
        comment: mark,
      },
    ],
  });
  expect(await findColumns(mark)).toContain('conversations.ratings');
  const before = {
    usage: await rows('usage_daily'),
    hours: await rows('hourly_stats'),
    models: await rows('model_daily_stats'),
  };
  const person = await find(superAdmin, `${mark}-7`);
  expect(person).toMatchObject({ isUser: false, name: `${mark} Tamm`, ids: [`${mark}-7`], conversations: 2 });
  const contents = await getBody<PersonContents>(portal(), `/erasures/persons/${person.id}`, superAdmin);
  expect(contents).toMatchObject({ conversations: 2, messages: 4, requests: 2, mails: 0, auditEntries: 0 });
  const answer = await erase(superAdmin, person.id);
  expect(answer).toMatchObject({ status: 201, body: { kind: 'person', subjectId: person.id } });
  expect(await waitForDone(superAdmin)).toMatchObject([{ kind: 'person', conversations: 2, messages: 4 }]);
  // Of the third conversation alone, which another person wrote.
  const messages = (await rows('messages')).filter(({ parts }) => JSON.stringify(parts) !== '[]');
  expect(messages).toHaveLength(2);
  await portal().database.inCompany(companyId, (tx) => runSql(tx, `delete from messages where parts::text <> '[]'`));
  const left = (await findColumns(mark)).filter((column) => !isKept(column));
  // The other person's conversation.
  expect(left.toSorted()).toEqual([
    'conversations.failure',
    'conversations.tools',
    'conversations.turns',
    'tool_daily_stats.tool',
  ]);
  expect(await rows('tool_daily_stats')).toMatchObject([{ calls: 1, conversations: 1 }]);
  expect({
    usage: await rows('usage_daily'),
    hours: await rows('hourly_stats'),
    models: await rows('model_daily_stats'),
  }).toEqual(before);
  expect(await list(superAdmin, `${mark}-7`)).toEqual([]);
  // Without the messages that this test has deleted itself.
  const faults = await verifyRollups(portal().database, companyId);
  expect(faults.map(({ table }) => table)).toEqual(['conversations']);
});

test('a file that waits for its import is gone with the next hourly work after the erasure', async () => {
  const { companyId, superAdmin, send } = await makeReportingCompany(portal());
  await send({ conversations: [reported(1)] });
  const { adapters, database, clock } = portal();
  const id = await makeImport(portal(), companyId);
  const part = toChunkAddress({ companyId, id }, 0);
  await adapters.files.put(part, Buffer.from(`c,2026-01-01 10:00,user,I am ${mark}`), 'application/octet-stream');
  await erase(superAdmin, (await find(superAdmin, `${mark}-7`)).id);
  await waitForDone(superAdmin);
  await deleteExpiredImports({ database, files: adapters.files, clock });
  expect(await adapters.files.find(part)).toBeUndefined();
});

test('an erased user is gone with the account, mails and jobs, and its certificate is signed', async () => {
  const { companyId, superAdmin, send, rows } = await makeReportingCompany(portal());
  const email = `planted${Math.random()}@test.example`;
  const user = await portal().makeUser(companyId, { email, firstName: 'Planted' });
  await send({ conversations: [{ ...reported(9, { email }), id: 'c9' }] });
  await portal().database.inCompany(companyId, async (tx) => {
    await runSql(tx, `update users set sap_id = 'PLANTED7' where id = $1`, [user.id]);
    await runSql(tx, `insert into notification_log (key, kind, made_at) values ('k', 'maintenance', now())`);
    await runSql(
      tx,
      `insert into sent_mails (notification_key, kind, user_id, recipient, subject, body_text, body_html, made_at)
        values ('k', 'maintenance', $1, $2, 's', $2, 'h', now())`,
      [user.id, email],
    );
    const [attribute] = await runSql<{ id: string }>(
      tx,
      `insert into mapped_attributes (name, created_at) values ('acme.person', now()) returning id`,
    );
    await runSql(
      tx,
      `insert into attribute_values (attribute_id, digest, shown)
        values ($1, left(encode(sha256(convert_to($2, 'UTF8')), 'hex'), 32), '[e-mail] 123456'),
          ($1, md5('name'), 'run of Planted Maasikas'), ($1, md5('other'), 'helpdesk')`,
      [attribute?.id, email],
    );
    await runSql(tx, `insert into idempotency_keys (key, operation, request_hash, answer) values ('k', 'o', 'h', $1)`, [
      JSON.stringify({ email }),
    ]);
    const content = { subject: 's', text: 't', html: 'h' };
    const startAfter = new Date(Date.now() + 3_600_000);
    await portal().adapters.jobs.enqueue(
      tx,
      'mail.send',
      { to: { address: email, name: 'Planted' }, ...content },
      { startAfter },
    );
  });
  await portal().database.systemPool.query(
    `insert into pool_agreements (company_id, subject, email, document, version, accepted_at)
      values ($1, 's', $2, 'termsConditions', '1', now()), ($1, 's2', 'other@test.example', 'termsConditions', '1', now())`,
    [companyId, email],
  );
  expect((await portal().call('/privacy/exports', { method: 'POST', as: superAdmin })).status).toBe(201);
  const person = await find(superAdmin, email);
  expect(person).toMatchObject({ id: user.id, isUser: true, conversations: 1 });
  expect((await erase(superAdmin, user.id)).status).toBe(201);
  const [done] = await waitForDone(superAdmin);
  expect(done).toMatchObject({ kind: 'person', conversations: 1, messages: 2 });
  expect(await rows('users')).toHaveLength(1);
  expect((await rows('pool_agreements')).map((row) => row['email'])).toEqual(['other@test.example']);
  expect((await rows('attribute_values')).map(({ shown }) => shown)).toEqual(['helpdesk']);
  expect((await findColumns(email)).filter((column) => !isKept(column))).toEqual([]);
  expect((await findColumns('planted7')).filter((column) => !isKept(column))).toEqual([]);
  const { database, adapters, clock } = portal();
  await deleteExpiredTasks({ database, files: adapters.files, clock });
  expect(await rows('tasks')).toMatchObject([{ kind: 'companyExport', state: 'withdrawn', input: {}, parts: 0 }]);
  const certificate = await portal().call(`/erasures/${done?.id}/certificate`, { as: superAdmin });
  const text = JSON.stringify(certificate.body);
  expect(checkCertificate(text)[0]).toContain('is as it was signed');
  expect(text).not.toContain('planted');
});

test('the data of a person and the files of its conversations are exported with a manifest, and the download is audited', async () => {
  const { companyId, superAdmin, send } = await makeReportingCompany(portal());
  const email = `export${Math.random()}@test.example`;
  const user = await portal().makeUser(companyId, { email, firstName: 'Anna' });
  await send({
    conversations: Array.from({ length: 120 }, (_, place) => ({ ...reported(place, { email }), id: `e${place}` })),
  });
  await send({ conversations: [{ ...reported(500, { id: 'other' }), id: 'of another' }] });
  const [shown, lost, foreign] = [newFileKey(), newFileKey(), newFileKey()];
  const png = Buffer.from('png');
  for (const key of [shown, foreign]) await portal().adapters.files.put({ companyId, key }, png, 'image/png');
  await portal().database.inCompany(companyId, async (tx) => {
    for (const key of [shown, lost, foreign])
      await runSql(tx, `insert into files (key, purpose, content_type) values ($1, 'conversation', 'image/png')`, [
        key,
      ]);
    const show = (key: string, text: string) =>
      runSql(tx, `update messages set parts = $1 where external_id = $2`, [
        JSON.stringify([{ type: 'picture', value: `/api/files/${key}` }]),
        text,
      ]);
    await show(shown, `${mark} 3`);
    await show(lost, `${mark} 4`);
    await show(foreign, `${mark} 500`);
  });
  const response = await fetch(`${portal().url}/api/erasures/persons/${user.id}/file`, {
    headers: { authorization: `Bearer ${superAdmin.token}` },
  });
  expect(response.status).toBe(200);
  const entries = await unpackTar(gunzipSync(Buffer.from(await response.arrayBuffer())));
  const findBytes = (name: string) => Buffer.from(entries.find(({ header }) => header.name === name)?.data ?? []);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const data = findBytes('data/000001.jsonl');
  const names = entries.map(({ header }) => header.name);
  expect(names).toEqual(['data/000001.jsonl', `files/${shown}.png`, 'manifest.json']);
  expect(JSON.parse(findBytes('manifest.json').toString())).toMatchObject({
    person: { id: user.id },
    lines: { user: 1, reportedUser: 1, conversation: 120, message: 240, request: 120 },
    entries: [{ name: 'data/000001.jsonl', bytes: data.length, sha256: hash(data) }],
    files: [{ key: shown, contentType: 'image/png', bytes: png.length, sha256: hash(png) }],
    missingFiles: [lost],
  });
  expect(findBytes(`files/${shown}.png`)).toEqual(png);
  expect(data.toString().trimEnd().split('\n')).toHaveLength(484);
  expect(data.toString()).toContain(`I am ${mark}`);
  expect(data.toString()).not.toContain('of another');
  const audit = await getBody<{ entries: { action: string }[] }>(portal(), '/audit?entity=reportedUser', superAdmin);
  expect(audit.entries.map(({ action }) => action)).toContain('persons.export');
});

test('the last SuperAdmin is not erased, and nothing is done', async () => {
  const { superAdmin, rows } = await makeReportingCompany(portal());
  expect((await erase(superAdmin, superAdmin.id)).status).toBe(409);
  expect(await rows('erasures')).toEqual([]);
  expect(await rows('users')).toHaveLength(1);
});

test('a person of another company is not found, and only who may manages privacy', async () => {
  const { companyId, superAdmin, send } = await makeReportingCompany(portal());
  const stranger = await portal().makeCompany();
  const user = await portal().makeUser(companyId, { roles: ['Admin'] });
  await send({ conversations: [reported(1)] });
  const { id } = await find(superAdmin, `${mark}-7`);
  expect((await erase(stranger.superAdmin, id)).status).toBe(404);
  expect((await erase(user, id)).status).toBe(403);
  expect(await list(stranger.superAdmin, `${mark}-7`)).toEqual([]);
});
