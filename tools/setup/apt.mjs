import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

const options = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

/**
 * Installs packages of Debian where that is allowed: as root, with apt.
 *
 * @param {readonly string[]} names each alone, because a distribution may lack one
 * @param {{ isFirstEnough?: boolean }} [choice] whether the first one that can be installed is enough
 */
export async function installWithApt(names, { isFirstEnough = false } = {}) {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq', ...options], env);
  for (const name of names) {
    const code = await runCommand(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', ...options, name],
      env,
    );
    if (code === 0 && isFirstEnough) return;
  }
}
