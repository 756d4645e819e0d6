import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../tools/setup/paths.mjs';
import { atMost, type Bench, type Reading } from '../figure.ts';
import { getPlainEnvironment, removeFolder, startPortal, waitForDemo } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';
import { median, roundAll } from '../../harness/statistics.ts';

const npmStart = { command: 'npm', args: ['start'], env: getPlainEnvironment() };

export const start = {
  title: 'Starting',
  method:
    'Fresh: `git clone` of the committed state to a temporary folder, then `npm start` there with the npm cache as it is, until `/api/health` answers 200. Later: `npm start` again in that folder with its data, median.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const folder = mkdtempSync(join(tmpdir(), 'bench-clone-'));
    chmodSync(folder, 0o755);
    try {
      return await measureIn(folder, isQuick ? 2 : 5);
    } finally {
      removeFolder(folder);
    }
  },
};

async function measureIn(folder: string, laterStarts: number): Promise<Reading[]> {
  const [clone, dataDir] = [join(folder, 'clone'), join(folder, 'data')];
  mkdirSync(dataDir);
  const startedAt = performance.now();
  const { exitCode, everything } = await runProgram('git', ['clone', '--quiet', rootDir, clone], folder);
  if (exitCode !== 0) throw new Error(everything);
  const first = await startPortal({ ...npmStart, cwd: clone, dataDir, limitMs: 600_000 });
  const freshSeconds = (performance.now() - startedAt) / 1000;
  await waitForDemo(first);
  await first.stop();
  const laterSeconds: number[] = [];
  for (let turn = 0; turn < laterStarts; turn += 1) {
    const portal = await startPortal({ ...npmStart, cwd: clone, dataDir });
    laterSeconds.push(portal.startMs / 1000);
    await portal.stop();
  }
  return [
    atMost('fresh clone to served portal', '60 s', freshSeconds),
    atMost('later start to /api/health', '2 s', median(laterSeconds), { runsSeconds: roundAll(laterSeconds) }),
  ];
}
