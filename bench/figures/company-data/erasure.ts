import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootDir } from '../../../tools/setup/paths.mjs';
import { withOwner } from '../../database.ts';
import { atMost, note } from '../../figure.ts';
import type { Bench, Reading } from '../../figure.ts';
import { startPortal, waitForDemo, withNewPortal } from '../../portal.ts';
import type { Portal } from '../../portal.ts';
import { openSession } from '../../session.ts';

/** In every text of the person. */
const mark = 'ZqPlantedOfThePerson';

export const erasure = {
  title: 'Erasure of a person',
  method:
    'A portal of its own. A person without an account writes 2,000 messages in 200 conversations: a planted word stands in the name, the ids, the messages, the errors and the tools. The person is erased over the API, what waits is reported once more, and every file of the data folder (tables, indexes, write-ahead log, files, mails, logs) is searched for the bytes of the word: after a plain VACUUM with a checkpoint, and after the run by which the portal itself overwrites what was erased, here at a start after the time of day that was set. The partition of the month holds 1,000,000 messages more: the longest lock is that of its rewriting, while another client reports a conversation five times a second. That the search finds the word is proven before the erasure.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      const report = await openReports(portal);
      await report(isQuick ? 20 : 200);
      await vacuum(portal);
      const before = countBytes(portal.dataDir);
      if (before.bytes === 0) throw new Error('The search does not find what was planted.');
      const startedAt = performance.now();
      await erase(portal);
      const seconds = (performance.now() - startedAt) / 1000;
      await report(10);
      // The index of the search follows within seconds.
      await sleep(10_000);
      await vacuum(portal);
      const plain = countBytes(portal.dataDir);
      const month = await fillMonth(portal, isQuick ? 10_000 : 1_000_000);
      const night = await passNight(portal);
      const left = countBytes(portal.dataDir);
      return [
        atMost('bytes left after the night', '0', left.bytes, { files: left.files }),
        atMost('longest lock of a table', '20 s', night.longestLockMs / 1000, { month, tables: night.tables }),
        note('longest report meanwhile', Math.max(...night.reports.map(({ ms }) => ms)) / 1000, 's'),
        note('reports meanwhile', night.reports.length, ''),
        note('of them denied for the moment (503)', night.reports.filter(({ status }) => status === 503).length, ''),
        note('bytes left after a plain VACUUM', plain.bytes, '', { files: plain.files }),
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

/** Messages of another company in the partition of this month. @returns its size */
const fillMonth = (portal: Portal, count: number) =>
  withOwner(portal, async (client) => {
    const partition = `messages_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
    await client.query(
      `insert into ${partition}
          (company_id, conversation_id, started_at, id, external_id, sent_at, position, is_assistant, author, parts)
        select md5('other')::uuid, md5('c' || i / 10)::uuid, date_trunc('month', now()), md5('m' || i)::uuid, 'message-' || i,
          now(), i % 10, i % 2 = 0, 'Person ' || i % 1000,
          json_build_array(json_build_object('type', 'text', 'value', repeat(md5(i::text) || ' ', 8)))
        from generate_series(1, ${count}) i`,
    );
    const { rows } = await client.query<{ size: string }>(`select pg_total_relation_size('${partition}') as size`);
    return { messages: count, bytes: Number(rows[0]?.size) };
  });

/** Starts the portal anew when the time of day has passed at which it overwrites, and reports until that has ended. */
async function passNight(portal: Portal) {
  const { token } = await openSession(portal, 'superadmin@acme.example');
  const made = await call(portal, token, '/intake/keys', { name: 'Bench night' });
  const { secret } = (await made.json()) as { secret: string };
  const minute = new Date(Math.ceil((Date.now() + 1) / 60_000) * 60_000);
  await sleep(minute.getTime() - Date.now() + 1000);
  await portal.stop();
  const program = { command: process.execPath, args: ['tools/start.mjs'], cwd: rootDir, dataDir: portal.dataDir };
  const env = { ...process.env, OVERWRITE_AT: minute.toISOString().slice(11, 16) };
  const again = await startPortal({ ...program, env });
  try {
    const reports: Array<{ ms: number; status: number }> = [];
    const waiting: Array<Promise<unknown>> = [];
    for (let place = 0; ; place += 1) {
      waiting.push(reportOnce(again, secret, place).then((report) => reports.push(report)));
      await sleep(200);
      const run = await findRun(again);
      if (!run) continue;
      if (run.error !== null) throw new Error(run.error);
      await Promise.all(waiting);
      return { ...run, reports };
    }
  } finally {
    await again.stop();
  }
}

async function reportOnce({ url }: Portal, secret: string, place: number): Promise<{ ms: number; status: number }> {
  const date = new Date().toISOString();
  const message = { id: `night-${place}`, date, isAssistant: false, data: [{ type: 'text', value: 'Good night' }] };
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/intake/conversations`, {
    method: 'POST',
    body: JSON.stringify({ conversations: [{ id: `night-${place}`, date, skill: 'Leave', messages: [message] }] }),
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  });
  await answer.arrayBuffer();
  return { ms: performance.now() - startedAt, status: answer.status };
}

const findRun = (portal: Portal) =>
  withOwner(portal, async (client) => {
    const { rows } = await client.query<{ tables: number; longestLockMs: number; error: string | null }>(
      'select tables, longest_lock_ms as "longestLockMs", error from overwrite_runs order by started_at desc limit 1',
    );
    return rows[0];
  });

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
