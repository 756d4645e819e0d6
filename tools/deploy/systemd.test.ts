import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { secretNames, Variables } from '../../server/config/variables.ts';

const source = join(import.meta.dirname, '../../deploy/systemd');
const isInstalled = spawnSync('systemd-analyze', ['--version']).error === undefined;
const unit = 'steward.service';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-systemd-'));
  await cp(source, folder, { recursive: true });
  // The program is not installed on the machine of the test.
  const text = await readFile(join(folder, unit), 'utf8');
  expect(text).toContain('ExecStart=/opt/steward/current/steward start');
  await writeFile(join(folder, unit), text.replace('/opt/steward/current/steward', process.execPath));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

const analyze = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

/** The values of a key, in the order of the file. */
const valuesOf = async (file: string, key: string): Promise<string[]> =>
  (await readFile(join(source, file), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));

test.runIf(isInstalled)('systemd takes the unit without a word, also with the credentials', () => {
  expect(analyze('verify', '--man=no', '--recursive-errors=no', `./${unit}`)).toEqual({ status: 0, output: '' });
});

test.runIf(isInstalled)('the rights that are left are those that the program needs', () => {
  // A tenth of a point more or less is another version of systemd; a line that went is half a point.
  const { status, output } = analyze('security', '--offline=yes', '--no-pager', '--threshold=20', `./${unit}`);
  expect([status, output.split('\n').findLast((line) => line.includes('exposure level'))]).toEqual([
    0,
    expect.stringContaining('OK'),
  ]);
});

test('the settings exist, each credential is one, and the stop has its time', async () => {
  // Also those that stand there as comments.
  const lines = (await readFile(join(source, 'steward.env'), 'utf8')).matchAll(/^(?:# )?([A-Z_]+)=(\S+)$/gm);
  const settings = [...lines].map(([, name = '', value = '']) => [name, value] as const);
  expect(settings.filter(([name]) => !Object.hasOwn(Variables.shape, name))).toEqual([]);
  const config = readConfig(Object.fromEntries(settings));
  expect(config.dataDir).toBe(`/var/lib/${(await valuesOf(unit, 'StateDirectory'))[0]}`);
  // systemd gives the folder the mode of the unit at each start, 0755 where it says none; the portal makes it with this one.
  expect(await valuesOf(unit, 'StateDirectoryMode')).toEqual(['0700']);
  const seconds = Number.parseInt((await valuesOf(unit, 'TimeoutStopSec'))[0] ?? '', 10);
  // With the DRAIN_SECONDS of compose.yaml and Kubernetes.
  expect(seconds).toBeGreaterThan(22 + 15);

  const loaded = (await valuesOf('steward.service.d/credentials.conf', 'LoadCredential')).map(
    (pair) => pair.split(':')[0],
  );
  const command = await readFile(join(source, 'steward-command'), 'utf8');
  expect([...command.matchAll(/LoadCredential=(\S+)/g)].map(([, pair]) => pair)).toEqual(
    await valuesOf('steward.service.d/credentials.conf', 'LoadCredential'),
  );
  const named = (await valuesOf('steward.service.d/credentials.conf', 'Environment')).map((pair) => pair.split('=%d/'));
  expect(named.map(([, name]) => name)).toEqual(loaded);
  // The command gets each by the same rule.
  expect(named.map(([variable]) => variable)).toEqual(
    loaded.map((name = '') => `${name.replaceAll('-', '_').toUpperCase()}_FILE`),
  );
  expect(named.filter(([variable = '']) => !secretNames.includes(variable.replace(/_FILE$/, '')))).toEqual([]);
});
