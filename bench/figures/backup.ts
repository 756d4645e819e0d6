import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootDir } from '../../tools/setup/paths.mjs';
import { openAnalyticsPortal } from '../analytics-portal.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import type { Portal } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';
import { quantile, roundAll } from '../../harness/statistics.ts';
import { makeConversations } from './intake-conversations.ts';

const batchSize = 100;
/** Five batches a second, which leave the portal idle half of the time. */
const pauseMs = 200;

export const backup = {
  title: 'Backup while assistants report',
  method:
    'Millions of conversations in one company (`BENCH_CONVERSATIONS`, 10 million by default). An assistant of another company sends batches of 100 conversations, one after the other with pauses of 200 ms, for 30 seconds, and then while `npm run backup -- --no-verify` runs: the 95 % of each. Afterwards a second backup is restored into a scratch database and every roll-up compared with its rows, there and in the original: the conversations of this measurement come without all of their roll-ups.',
  async measure(bench: Bench): Promise<Reading[]> {
    const { portal } = await openAnalyticsPortal(bench);
    const secret = await makeIntakeKey(portal, 'Bench backup');
    const send = createSender(portal, secret);
    await sendUntil(send, sleep(10_000));
    const alone = await sendUntil(send, sleep(bench.isQuick ? 10_000 : 30_000));
    const made = backUp(portal, 'beside.tar.zst', ['--no-verify']);
    const beside = await sendUntil(send, made);
    const { seconds, output } = await made;
    const verified = await backUp(portal, 'verified.tar.zst', []);
    const different = Number(/(\d+) sums that differ/.exec(verified.output)?.[1] ?? NaN);
    const before = await countDifferences(portal);
    const [quiet, busy] = [quantile(alone, 0.95), quantile(beside, 0.95)];
    return [
      atMost('batch of 100 beside a backup / alone, 95 %', '2', busy / quiet, {
        alone: roundAll(alone),
        beside: roundAll(beside),
      }),
      note('alone, 95 %', quiet, 'ms'),
      note('beside a backup, 95 %', busy, 'ms'),
      atMost('sums that a restore changed', '0', Math.abs(different - before), { different, before }),
      note('backup', seconds, 's', { output }),
      note('backup with its verification', verified.seconds, 's', { output: verified.output }),
    ];
  },
};

/** Sends one batch and answers its milliseconds. */
function createSender(portal: Portal, secret: string) {
  return async (): Promise<number> => {
    const body = JSON.stringify({ conversations: makeConversations(batchSize) });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const startedAt = performance.now();
    const answer = await fetch(`${portal.url}/api/intake/conversations`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The batch is answered ${answer.status}.`);
    return performance.now() - startedAt;
  };
}

async function sendUntil(send: () => Promise<number>, end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void end.finally(() => (isOver = true)).catch(() => undefined);
  const times: number[] = [];
  while (!isOver) {
    times.push(await send());
    await sleep(pauseMs);
  }
  return times;
}

async function backUp({ dataDir }: Portal, name: string, options: readonly string[]) {
  const startedAt = performance.now();
  const args = ['server/commands/backup/backup.ts', '--to', join(dataDir, 'backups', name), ...options];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { exitCode, output, everything } = await runProgram(process.execPath, args, rootDir, env);
  if (exitCode !== 0 && !output.includes('sums that differ')) {
    throw new Error(`The backup failed:\n${everything.slice(-2000)}`);
  }
  return { seconds: (performance.now() - startedAt) / 1000, output: output.replaceAll(dataDir, 'DATA_DIR') };
}

async function countDifferences({ dataDir }: Portal): Promise<number> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { output } = await runProgram(process.execPath, ['server/commands/money/rollups.ts', 'verify'], rootDir, env);
  return Number(/(\d+) sums differ/.exec(output)?.[1] ?? (output.includes('Every sum') ? 0 : NaN));
}
