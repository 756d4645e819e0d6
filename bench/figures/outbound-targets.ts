import { join } from 'node:path';
import { rootDir } from '../../tools/setup/paths.mjs';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { runProgram } from '../../harness/run-program.ts';

export const outboundTargets = {
  title: 'Forbidden outbound targets',
  method:
    'Runs the tests of forbidden targets by Vitest, and adds up their results. A canary listens on every address of the machine and counts connections. A SuperAdmin of a portal that may call every port tests connections to every form of a forbidden host and address; then the name server of the adapter answers for each of them with the address of the canary, also from the second look-up on, beside a good address, at forbidden ports and by every kind of redirect. One run with every address allowed proves that the canary counts.',
  async measure(_bench: Bench): Promise<Reading[]> {
    const vitest = join(rootDir, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--project', 'unit', '--project', 'api', 'forbidden-targets'];
    const { exitCode, everything } = await runProgram(process.execPath, args, rootDir);
    const sums = [...everything.matchAll(/outbound: (\d+) targets, (\d+) reached/g)];
    if (sums.length !== 2) throw new Error(`The tests did not run:\n${everything.slice(-2000)}`);
    const sum = (place: number) => sums.reduce((total, match) => total + Number(match[place]), 0);
    return [
      atMost('forbidden outbound targets reached', '0', sum(2)),
      atMost('test runs that failed', '0', exitCode === 0 ? 0 : 1),
      note('targets tried', sum(1), ''),
    ];
  },
};
