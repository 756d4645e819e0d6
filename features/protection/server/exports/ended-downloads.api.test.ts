import { randomBytes, randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { expect, test, vi } from 'vitest';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportSkill } from '#domain/conversations/testing/conversation-rows.ts';
import { makeExport } from '../privacy/testing/make-export.ts';
import { makeRowFile } from './testing/make-row-file.ts';

const portal = useTestPortal();
const november = { from: '2026-10-31T22:00:00.000Z', to: '2026-11-30T21:59:59.999Z' };

/** So much that buffers between server and client hold little of it. */
const rows = 800;
const wide = 'x'.repeat(20_000);

interface Way {
  readonly way: string;
  /** Makes what is downloaded. */
  readonly make: (as: TestUser) => Promise<string>;
  readonly send: (as: TestUser, made: string) => Promise<IncomingMessage>;
}

/** Answers with the head, when few bytes are taken; by a connection of its own, because buffers of one in use have grown. */
const send = ({ token }: TestUser, path: string, body?: object) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const method = body ? 'POST' : 'GET';
    const call = request(`${portal().url}/api${path}`, { agent: false, method, headers }, resolve);
    call.on('error', reject);
    call.end(body && JSON.stringify(body));
  });

const download: Way = {
  way: 'a download',
  make: async ({ companyId }) => {
    const { number: skill } = await reportSkill(portal().database, companyId, wide.replace('x', randomUUID()));
    const made = Array.from({ length: rows }, () => ({ startedAt: '2026-11-05T10:00:00.000Z', skill }));
    await addConversations(portal().database, companyId, made);
    return '';
  },
  send: (as) => send(as, '/exports/conversations', { format: 'csv', ...november }),
};

const prepared: Way = {
  way: 'a prepared file',
  make: (as) => makeRowFile(portal(), as, wide.repeat(rows)),
  send: (as, id) => send(as, `/exports/files/${id}/file`),
};

const archive: Way = {
  way: 'an archive of all data',
  make: ({ companyId }) => makeExport(portal(), companyId, randomBytes(rows * wide.length)),
  send: (as, id) => send(as, `/privacy/exports/${id}/file`),
};

/** With a picture that holds its bytes. */
const personArchive: Way = {
  way: 'an archive about a person',
  make: async ({ companyId, id, email }) => {
    const { secret } = await makeIntakeKey(portal(), companyId, { name: 'Assistant' });
    const date = portal().clock.now().toISOString();
    const message = { id: '1', date, isAssistant: false, author: 'Mari', data: [{ type: 'text', value: 'Hi' }] };
    const body = { conversations: [{ id: '1', date, skill: 'Leave', user: { email }, messages: [message] }] };
    const headers = { authorization: `Bearer ${secret}` };
    expect(await portal().call('/intake/conversations', { body, headers })).toMatchObject({ status: 200 });
    const key = newFileKey();
    await portal().adapters.files.put({ companyId, key }, randomBytes(rows * wide.length), 'image/png');
    await portal().database.inCompany(companyId, async (tx) => {
      const parts = JSON.stringify([{ type: 'picture', value: `/api/files/${key}` }]);
      await runSql(tx, `insert into files (key, purpose, content_type) values ($1, 'conversation', 'image/png')`, [
        key,
      ]);
      await runSql(tx, 'update messages set parts = $1', [parts]);
    });
    return id;
  },
  send: (as, id) => send(as, `/erasures/persons/${id}/file`),
};

async function begin(way: Way, as: TestUser, made: string) {
  const answer = await way.send(as, made);
  if (answer.statusCode !== 200) answer.destroy();
  expect(answer.statusCode).toBe(200);
  return answer;
}

/** Reads the rest of an answer; `whole` where it comes to a regular end. */
async function drain(answer: IncomingMessage): Promise<'whole' | 'broken'> {
  try {
    await finished(answer.resume());
    return 'whole';
  } catch {
    return 'broken';
  }
}

const ends: readonly { end: string; change: (person: TestUser, admin: TestUser) => Promise<unknown>; rest: string }[] =
  [
    { end: 'nothing happens', change: async () => undefined, rest: 'whole' },
    {
      end: 'its person is deactivated',
      change: (person, as) => portal().call(`/users/${person.id}/deactivation`, { as, method: 'POST' }),
      rest: 'broken',
    },
    {
      end: 'its person signs out',
      change: ({ cookie }) => portal().call('/session/sign-out', { method: 'POST', headers: { cookie } }),
      rest: 'broken',
    },
    {
      end: 'its session is ended elsewhere',
      change: async ({ email }) => {
        const token = await portal().fetchToken(await portal().signIn(email));
        return portal().call('/session/sessions', { headers: { authorization: `Bearer ${token}` }, method: 'DELETE' });
      },
      rest: 'broken',
    },
  ];
const cases = [download, prepared, archive, personArchive].flatMap((way) => ends.map((end) => ({ ...way, ...end })));

test.each(cases)('$way of which the first bytes are taken is $rest where $end', async ({ change, rest, ...way }) => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const person = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
  const reader = await begin(way, person, await way.make(person));
  const changed = (await change(person, superAdmin)) as { status: number } | undefined;
  portal().clock.advance(10_000);
  expect([changed?.status ?? 200, await drain(reader)]).toEqual([200, rest]);
});

// Of prepared files, because the pool of tests has fewer connections than downloads have places.
test('readers that stall refuse nothing to another company for long: they lose their places', async () => {
  const makeReader = async () => {
    const { superAdmin } = await portal().makeCompany();
    return { as: superAdmin, made: await prepared.make(superAdmin) };
  };
  const holders = [await makeReader(), await makeReader(), await makeReader()];
  const fourth = await makeReader();
  const fifth = await makeReader();
  const held: IncomingMessage[] = [];
  for (const { as, made } of holders.flatMap((holder) => [holder, holder])) held.push(await prepared.send(as, made));
  // The third company has one place, so that one is left for those that have none.
  expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
  held.push(await begin(prepared, fourth.as, fourth.made));
  const ask = async () => {
    const answer = await prepared.send(fifth.as, fifth.made);
    if (answer.statusCode !== 200) answer.destroy();
    return answer;
  };
  expect((await ask()).statusCode).toBe(429);
  portal().clock.advance(9000);
  expect((await ask()).statusCode).toBe(429);
  portal().clock.advance(1000);
  const last = await vi.waitFor(() => begin(prepared, fifth.as, fifth.made), { timeout: 20_000, interval: 100 });
  expect(await drain(last)).toBe('whole');
  held.forEach((each) => each.destroy());
});
