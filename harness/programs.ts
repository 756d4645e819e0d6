import { spawnSync } from 'node:child_process';

/** Whether a program of `tools/setup/programs.mjs` is installed; tests that need it are skipped without. */
export const hasProgram = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
