import { spawn } from 'node:child_process';
import { rootDir } from './paths.mjs';

/**
 * Runs a command in the project folder with its output on ours.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it, 127 when it could not be started
 */
export function runCommand(command, args, env = process.env) {
  return new Promise((resolve) => {
    // npm and the build write to standard output; nothing is read, so that a closed stdin does no harm.
    const child = spawn(command, args, {
      cwd: rootDir,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
