import { spawn } from 'node:child_process';
import { ensureDependencies } from './setup/dependencies.mjs';
import { rootDir } from './setup/paths.mjs';
import { getRuntimeEnvironment, getRuntimePath } from './setup/runtime.mjs';
import { ensureWebBuild } from './setup/web-build.mjs';

const webAddress = 'http://localhost:5173';

/** @param {string} name @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function run(name, command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: rootDir,
    env: { ...getRuntimeEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('exit', (code) => {
    if (!isStopping) console.error(`${name} ended with ${code}.`);
    stop();
  });
  return child;
}

let isStopping = false;
function stop() {
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}

await ensureDependencies();
// The server serves the built pages at its own address; those of Vite are at another one.
await ensureWebBuild();
/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
children.push(
  // Cookies and links are those of the pages of Vite, which pass calls of the API on.
  run('The server', getRuntimePath(), ['--watch', '--watch-preserve-output', '--inspect=9229', 'server/main.ts'], {
    PUBLIC_URL: process.env.PUBLIC_URL ?? webAddress,
  }),
  run('Vite', 'vite', []),
);
console.log(
  `Pages: ${webAddress}. The server starts again with each change of its files; a debugger finds it at port 9229.`,
);
