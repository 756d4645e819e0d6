import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { overwriteServer } from '../../../server/database/copy/overwrite-deleted.ts';
import { withOwner } from '../../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { openSession } from '../../../harness/session.ts';

/** In every text of the person. */
const mark = 'ZqPlantedOfThePerson';

export const erasure = {
  title: 'Erasure of a person',
  method:
    'A portal of its own. A person without an account writes 2,000 messages in 200 conversations: a planted word stands in the name, the ids, the messages, the errors and the tools. The person is erased over the API while another client reports a conversation five times a second, what waits is reported once more, and every file of the data folder (tables, indexes, write-ahead log, files, mails, logs) is searched for the bytes of the word: after autovacuum, and after npm run erasures:overwrite. That the search finds the word is proven before the erasure.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      const report = await openReports(portal);
      await report(isQuick ? 20 : 200);
      await vacuum(portal);
      const before = countBytes(portal.dataDir);
      if (before.bytes === 0) throw new Error('The search does not find what was planted.');
      const others = reportMeanwhile(portal);
      const startedAt = performance.now();
      await erase(portal);
      const seconds = (performance.now() - startedAt) / 1000;
      await report(10);
      const freedAfter = await waitForVacuum(portal);
      const reports = await others.end();
      const plain = countBytes(portal.dataDir);
      await overwriteAll(portal);
      const left = countBytes(portal.dataDir);
      return [
        atMost('bytes left after npm run erasures:overwrite', '0', left.bytes, { files: left.files }),
        atMost('until autovacuum has freed the rows', '3600 s', freedAfter),
        atMost(
          'reports meanwhile denied for the moment (503)',
          '0',
          reports.filter(({ status }) => status === 503).length,
        ),
        note('longest report meanwhile', Math.max(...reports.map(({ ms }) => ms)) / 1000, 's'),
        note('reports meanwhile', reports.length, ''),
        note('bytes left in free space before the command', plain.bytes, '', { files: plain.files }),
        note('bytes before', before.bytes, ''),
        note('erasure', seconds, 's'),
      ];
    });
  },
};

async function openReports(portal: Portal) {
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const made = await call(portal, token, '/intake/keys', { name: 'Bench erasure' });
  const { secret } = (await made.json()) as { secret: string };
  return async (count: number) => {
    for (let place = 0; place < count; place += 10) {
      const conversations = Array.from({ length: 10 }, (_, index) => makeConversation(place + index));
      await call(portal, secret, '/intake/conversations', { conversations });
    }
  };
}

function makeConversation(place: number) {
  const date = new Date(Date.now() - 60_000).toISOString();
  const text = (index: number) => `${mark} says ${place} ${index}: my address is ${mark} street ${index}.`;
  return {
    id: `${mark}-${place}`,
    date,
    reportedAt: new Date().toISOString(),
    skill: 'Leave',
    user: { id: `${mark}-id`, firstName: mark, lastName: 'Tamm' },
    turns: [{ date, durationMs: 900, error: `failed for ${mark}`, tools: [{ name: mark }] }],
    messages: Array.from({ length: 10 }, (_, index) => ({
      id: `${mark}-${place}-${index}`,
      date,
      isAssistant: index % 2 === 1,
      author: mark,
      data: [{ type: 'text', value: text(index) }],
    })),
  };
}

async function call(portal: Portal, token: string, path: string, body?: object): Promise<Response> {
  const answer = await fetch(`${portal.url}/api${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function erase(portal: Portal): Promise<void> {
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const found = await call(portal, token, `/erasures/persons?search=${mark}-id`);
  const [person] = (await found.json()) as { id: string }[];
  if (!person) throw new Error('The person is not found.');
  await call(portal, token, `/erasures/persons/${person.id}`, { reason: 'A request of the person' });
  for (;;) {
    const erasures = (await (await call(portal, token, '/erasures')).json()) as { state: string }[];
    if (erasures.every(({ state }) => state === 'done')) return;
    await sleep(100);
  }
}

/** Vacuums now; the database does so by itself in time. */
const vacuum = (portal: Portal) =>
  withOwner(portal, async (client) => {
    await client.query('vacuum');
    await client.query('checkpoint');
  });

/** Reports of another client every 200 ms until `end`. */
function reportMeanwhile(portal: Portal) {
  const waiting: Array<Promise<{ ms: number; status: number }>> = [];
  let isEnding = false;
  const run = async () => {
    const { token } = await openSession(portal, 'superadmin@acme.example');
    const made = await call(portal, token, '/intake/keys', { name: 'Bench meanwhile' });
    const { secret } = (await made.json()) as { secret: string };
    for (let place = 0; !isEnding; place += 1) {
      waiting.push(reportOnce(portal, secret, place));
      await sleep(200);
    }
  };
  const running = run();
  return {
    end: async () => {
      isEnding = true;
      await running;
      return Promise.all(waiting);
    },
  };
}

/** @returns seconds until autovacuum was at the messages of this month, which it begins within its own minute */
async function waitForVacuum(portal: Portal): Promise<number> {
  const startedAt = performance.now();
  const partition = `messages_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
  const count = () =>
    withOwner(portal, async (client) => {
      const text = 'select coalesce(autovacuum_count, 0)::int as count from pg_stat_user_tables where relname = $1';
      return (await client.query<{ count: number }>(text, [partition])).rows[0]?.count ?? 0;
    });
  const before = await count();
  while ((await count()) === before) await sleep(1000);
  return (performance.now() - startedAt) / 1000;
}

/** Overwrites deleted rows as `npm run erasures:overwrite` does. */
const overwriteAll = (portal: Portal) => withOwner(portal, (client) => overwriteServer(client));

async function reportOnce({ url }: Portal, secret: string, place: number): Promise<{ ms: number; status: number }> {
  const date = new Date().toISOString();
  const message = { id: `meanwhile-${place}`, date, isAssistant: false, data: [{ type: 'text', value: 'Hello' }] };
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/intake/conversations`, {
    method: 'POST',
    body: JSON.stringify({ conversations: [{ id: `meanwhile-${place}`, date, skill: 'Leave', messages: [message] }] }),
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  });
  await answer.arrayBuffer();
  return { ms: performance.now() - startedAt, status: answer.status };
}

/** The bytes of the word in the files of a folder, and the files that have them. */
function countBytes(folder: string): { bytes: number; files: string[] } {
  let bytes = 0;
  const files: string[] = [];
  for (const path of listFiles(folder)) {
    const content = readFileSync(path);
    let found = 0;
    for (let at = content.indexOf(mark); at !== -1; at = content.indexOf(mark, at + 1)) found += 1;
    if (found > 0) files.push(`${path.slice(folder.length + 1)}: ${found}`);
    bytes += found * mark.length;
  }
  return { bytes, files };
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
