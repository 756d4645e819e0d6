import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadUrl } from '../autocannon.ts';
import { getDatabaseUrls, withOwner } from '../../harness/database.ts';
import { atLeast, note, type Bench, type Reading } from '../figure.ts';
import type { Portal } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';
import { median, roundAll } from '../../harness/statistics.ts';

const connections = 16;
const startLimitMs = 10_000;
const bareUrl = 'http://127.0.0.1:6101';

export const usersApi = {
  title: 'Authenticated GET /api/users',
  method:
    'autocannon with 16 connections against `GET /api/users?limit=25` and against bench/bare-handler.ts (Node http and pg, the same statement, login role and row-level security), in turns; requests per second, median of the rounds.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    const bare = await startBareHandler(portal);
    try {
      await waitForRows();
      return await compare(portal, bench.isQuick);
    } finally {
      const exited = once(bare, 'exit');
      bare.kill();
      await exited;
    }
  },
};

async function compare(portal: Portal, isQuick: boolean): Promise<Reading[]> {
  const [rounds, seconds] = isQuick ? [2, 3] : [4, 10];
  const url = `${portal.url}/api/users?limit=25`;
  const run = async (target: string, durationSeconds: number) => {
    const { token } = await openSession(portal, 'superadmin@acme.example');
    return (await loadUrl(target, { token, connections, seconds: durationSeconds })).perSecond;
  };
  await run(url, 2);
  await run(`${bareUrl}/?limit=25`, 2);
  const ofPortal: number[] = [];
  const ofBare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofPortal.push(await run(url, seconds));
    ofBare.push(await run(`${bareUrl}/?limit=25`, seconds));
  }
  const details = { portalPerSecond: roundAll(ofPortal), barePerSecond: roundAll(ofBare), seconds, connections };
  return [
    atLeast('portal / bare handler', '0.35', median(ofPortal) / median(ofBare), details),
    note('portal', median(ofPortal), 'requests/s'),
    note('bare handler', median(ofBare), 'requests/s'),
  ];
}

async function startBareHandler(portal: Portal) {
  const { appUrl } = await getDatabaseUrls(portal);
  const companyId = await withOwner(portal, async (client) => {
    const { rows } = await client.query<{ id: string }>(`select id from companies where name = 'Acme Manufacturing'`);
    return rows[0]?.id ?? '';
  });
  const script = new URL('../bare-handler.ts', import.meta.url).pathname;
  return spawn(process.execPath, [script, appUrl, companyId, new URL(bareUrl).port], { stdio: 'inherit' });
}

/** Waits for the bare handler, and checks that both would do the same work. */
async function waitForRows(): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  const find = () => fetch(`${bareUrl}/?limit=25`).catch(() => undefined);
  let answer = await find();
  while (!answer) {
    if (performance.now() > deadline) throw new Error('The bare handler did not start.');
    await sleep(50);
    answer = await find();
  }
  const rows = (await answer.json()) as unknown[];
  if (rows.length !== 25) throw new Error(`The bare handler answers ${rows.length} rows, not 25.`);
}
