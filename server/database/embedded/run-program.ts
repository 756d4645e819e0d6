import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DatabaseUnavailable } from '../connection/errors.ts';
import type { Places } from './embedded-paths.ts';

const execute = promisify(execFile);

/** The text of ENOSPC, which the programs write instead of a code. */
export const isOfFullDisk = (text: string): boolean => text.includes('No space left on device');

/** Ten minutes, for one that never ends: making a database takes more than one on a busy disk. */
const longestMs = 600_000;

/**
 * Runs one of PostgreSQL's programs as the server's account, in a plain environment.
 * @throws DatabaseUnavailable on a full disk
 * @throws Error with the last line the program wrote
 */
export async function runProgram(places: Places, program: string, options: string[]): Promise<void> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  try {
    await execute(program, options, { ...places.account.identity, cwd: places.folder, env, timeout: longestMs });
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string };
    const lines = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n');
    if (lines.some(isOfFullDisk)) throw new DatabaseUnavailable('full', { cause: error });
    throw new Error(`${program} failed: ${lines.findLast((line) => line.trim()) ?? message}`, { cause: error });
  }
}
