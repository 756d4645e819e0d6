import { openKillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, removeFolder } from '../../harness/portal.ts';
import { runProgram } from '../../harness/run-program.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import { createVerdict, type Check } from '../check.ts';

export const secondStart: Check = {
  title: 'A second portal on the same data folder; a start after a kill',
  expected:
    'the second one ends with a clear line and exit code 1, the first one goes on; the lock of a killed one is taken over',
  async run({ isQuick }) {
    const rounds = isQuick ? 2 : 10;
    const dataDir = makeDataDir();
    const verdict = createVerdict();
    const program = openKillablePortal(dataDir);
    try {
      await program.current();
      let line = '';
      for (let round = 0; round < rounds; round += 1) {
        const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: '1', LOG_LEVEL: 'silent' };
        const second = await runProgram(process.execPath, ['server/main.ts'], rootDir, env);
        line = second.everything.trim().replaceAll(dataDir, 'DATA_DIR');
        verdict.expect(second.exitCode === 1, `the second portal ended with ${second.exitCode}`);
        verdict.expect(line.split('\n').length === 1 && line !== '', `the second portal wrote: ${line.slice(0, 200)}`);
        const { url } = await program.current();
        verdict.expect((await fetch(`${url}/api/ready`)).status === 200, 'the first portal did not go on');
        await program.kill('portal');
      }
      return { rounds, counts: { line: `“${line}”` }, faults: verdict.faults() };
    } finally {
      await (await program.current().catch(() => undefined))?.stop();
      removeFolder(dataDir);
    }
  },
};
