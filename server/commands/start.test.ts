import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

let clone: string;

/** A clone of this project without packages. */
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'steward-clone-'));
  await mkdir(join(clone, 'server/commands/backup'), { recursive: true });
  await cp('server/commands/start.mjs', join(clone, 'server/commands/start.mjs'));
  await cp('package.json', join(clone, 'package.json'));
});
afterAll(() => rm(clone, { recursive: true, maxRetries: 10 }));

async function start(args: readonly string[], before: readonly string[] = []) {
  const line = [...before, 'server/commands/start.mjs', ...args];
  return promisify(execFile)(process.execPath, line, { cwd: clone }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, out: stderr }),
  );
}

test('every command of an operator is started by it', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  const direct = Object.entries(scripts).filter(([, line]) => /^node (?:server|demo-assistant)\//.test(line));
  expect(direct.filter(([, line]) => !line.startsWith('node server/commands/start.mjs '))).toEqual([]);
});

test('without packages, with an old Node.js and with half the packages one line says what to do', async () => {
  expect(await start(['server/commands/backup/backup.ts'])).toEqual({
    code: 1,
    out: 'The packages are not installed: run "npm ci --omit=dev" in this folder first (npm start does it too).\n',
  });
  await mkdir(join(clone, 'node_modules'));
  await symlink(join(process.cwd(), 'node_modules/zod'), join(clone, 'node_modules/zod'));
  const old = join(clone, 'old.mjs');
  await writeFile(old, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  expect((await start(['server/commands/backup/backup.ts'], ['--import', old])).out).toMatch(
    /^Node\.js 24 or newer is needed, and this is v[\d.]+: run it by "npm run", which takes the one of the packages\.\n$/,
  );
  await writeFile(join(clone, 'server/commands/backup/backup.ts'), `import 'no-such-package';`);
  const missing = await start(['server/commands/backup/backup.ts']);
  expect(missing.code).toBe(1);
  expect(missing.out).toMatch(
    /^A package is missing: run "npm ci --omit=dev" in this folder \(.*no-such-package.*\)\.\n$/,
  );
});

test('a command gets its own arguments', async () => {
  await writeFile(
    join(clone, 'server/commands/say.ts'),
    `process.stdout.write(JSON.stringify(process.argv.slice(2)));`,
  );
  expect(await start(['server/commands/say.ts', 'verify', '--to', 'x'])).toEqual({
    code: 0,
    out: '["verify","--to","x"]',
  });
});
