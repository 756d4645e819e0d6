import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rootDir } from '../../../tools/setup/paths.mjs';
import { withOwner } from '../../database.ts';
import { atMost, note } from '../../figure.ts';
import type { Bench, Reading } from '../../figure.ts';
import { waitForDemo, withNewPortal } from '../../portal.ts';
import type { Portal } from '../../portal.ts';
import { openSession } from '../../session.ts';

/** In every text of the person. */
const mark = 'ZqPlantedOfThePerson';

export const erasure = {
  title: 'Erasure of a person',
  method:
    'A portal of its own. A person without an account writes 2,000 messages in 200 conversations: a planted word stands in the name, the ids, the messages, the errors and the tools. The person is erased over the API, what waits is reported once more, and every file of the data folder (tables, indexes, write-ahead log, files, mails, logs) is searched for the bytes of the word: after a plain VACUUM with a checkpoint, and after `npm run erasures:overwrite`. That the search finds the word is proven before the erasure.',
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
      await overwrite(portal);
      const left = countBytes(portal.dataDir);
      return [
        atMost('bytes left after `npm run erasures:overwrite`', '0', left.bytes, { files: left.files }),
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

/** As the database does by itself in time. */
const vacuum = (portal: Portal) =>
  withOwner(portal, async (client) => {
    await client.query('vacuum');
    await client.query('checkpoint');
  });

/** `npm run erasures:overwrite`, beside the running portal. */
async function overwrite({ dataDir }: Portal): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, ['server/commands/overwrite-erased.ts'], { cwd: rootDir, env });
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
