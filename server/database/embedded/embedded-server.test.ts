import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataDir, runAsOwner } from '../testing/test-server.ts';
import { toRestoredDraft, unfinishedRestore } from './cluster.ts';
import { findPlaces } from './embedded-paths.ts';
import { createRestoredCluster } from './restored-cluster.ts';

let dataDir: string;
let portals: ChildProcess[];

beforeEach(async () => {
  dataDir = await makeDataDir();
  portals = [];
});

afterEach(async () => {
  for (const portal of portals) await end(portal, 'SIGTERM');
  // A server whose portal was killed: the next portal adopts and stops it.
  if (await findServerPid()) await end((await startPortal()).portal, 'SIGTERM');
  await rm(dataDir, { recursive: true, maxRetries: 10 });
});

test('a portal starts the server, and a second one on the same data is refused with one line', async () => {
  const first = await startPortal();
  expect(first.outcome).toMatch(/^open /);
  const second = await startPortal();
  expect(second.outcome).toBe(
    `refused: Another Steward (process ${first.portal.pid}) is already running on ${dataDir}: stop it, or set another DATA_DIR.`,
  );
  expect(await answers(first.ownerUrl)).toBe(true);
});

test('a portal that ends stops the server and leaves nothing that hinders the next', async () => {
  const first = await startPortal();
  const serverPid = await findServerPid();
  await end(first.portal, 'SIGTERM');
  expect(await findServerPid()).toBeUndefined();
  await expect.poll(() => isAlive(serverPid)).toBe(false);
  expect((await startPortal()).outcome).toMatch(/^open /);
});

test('a server left behind by a killed portal is adopted with what was acknowledged', async () => {
  const first = await startPortal();
  const serverPid = await findServerPid();
  await runAsOwner(first.ownerUrl, 'create table kept (id int); insert into kept values (1)');
  await end(first.portal, 'SIGKILL');
  const next = await startPortal();
  expect(next.lines).toContain(`Using the database server that is already running (process ${serverPid}).`);
  expect((await runAsOwner(next.ownerUrl, 'select id from kept')).rows).toEqual([{ id: 1 }]);
});

test('a server that is killed under its portal is started again, and under no portal by the next', async () => {
  const first = await startPortal();
  const isBack = first.waitFor(/already running|gone; starting/);
  process.kill((await findServerPid()) ?? 0, 'SIGKILL');
  await isBack;
  await expect.poll(() => answers(first.ownerUrl)).toBe(true);
  const serverPid = (await findServerPid()) ?? 0;
  await end(first.portal, 'SIGKILL');
  process.kill(serverPid, 'SIGKILL');
  expect((await startPortal()).outcome).toMatch(/^open /);
});

test('a restore that was killed is begun anew, and until it has ended no portal starts and no other one begins', async () => {
  const first = await startPortal();
  const places = await findPlaces(dataDir);
  const kills: boolean[] = [];
  const begin = () => createRestoredCluster(dataDir, new Date(0), async (wasKilled) => void kills.push(wasKilled));
  await expect(begin()).rejects.toThrow(/ has a database, and nothing is overwritten: name an empty DATA_DIR/);
  // As a restore leaves it that is killed after the recovery.
  const serverPid = await findServerPid();
  await end(first.portal, 'SIGKILL');
  const killAt = (folder: string) => writeFile(join(folder, unfinishedRestore), `${2 ** 30}\n0`);
  await killAt(places.cluster);
  const expected = `refused: The restore into ${places.folder} has not ended: run it again, or delete all but the secrets in this DATA_DIR.`;
  expect((await startPortal()).outcome).toBe(expected);
  await expect.poll(() => isAlive(serverPid)).toBe(false);
  await begin();
  await expect(begin()).rejects.toThrow(`Process ${process.pid} restores into ${places.folder}: wait for it.`);
  await killAt(toRestoredDraft(places));
  expect((await startPortal()).outcome).toBe(expected);
  const again = await begin();
  await again.finish();
  await again.abort();
  const listRestored = async () => (await readdir(places.folder)).filter((name) => /cluster|restored/.test(name));
  expect(await listRestored()).toEqual([]);
  const last = await begin();
  await last.finish();
  await last.settle();
  expect([await listRestored(), kills]).toEqual([['cluster'], [true, true, false]]);
  await expect(begin()).rejects.toThrow(/ has a database, which was restored as it was at 1970-01-01T00:00:00.000Z, /);
});

async function startPortal() {
  const script = join(import.meta.dirname, '../testing/portal-process.ts');
  const portal = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  portals.push(portal);
  const lines: string[] = [];
  const reader = createInterface({ input: portal.stdout });
  reader.on('line', (line) => lines.push(line));
  const waitFor = async (pattern: RegExp) => {
    for (;;) {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await once(reader, 'line');
    }
  };
  const outcome = await waitFor(/^(?:open|refused)/);
  return { portal, lines, outcome, waitFor, ownerUrl: outcome.split(' at ')[1] ?? '' };
}

async function end(portal: ChildProcess, signal: NodeJS.Signals) {
  if (portal.exitCode !== null || portal.signalCode !== null) return;
  portal.kill(signal);
  await once(portal, 'exit');
}

async function findServerPid() {
  const path = join(dataDir, 'postgres/cluster/postmaster.pid');
  const content = await readFile(path, 'utf8').catch(() => undefined);
  return content === undefined ? undefined : Number(content.split('\n')[0]);
}

function isAlive(pid = 0) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answers(url: string) {
  return runAsOwner(url, 'select 1').then(
    () => true,
    () => false,
  );
}
