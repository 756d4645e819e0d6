import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serverSettings } from './server-settings.ts';

const execute = promisify(execFile);

test('a segment has its name for the archive once it is on the disk, and not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-settings-'));
  const [programs, aside, segment] = [join(folder, 'bin'), join(folder, 'a folder'), join(folder, 'segment')];
  for (const path of [programs, aside]) await mkdir(path);
  await writeFile(segment, 'bytes');
  const [, command = ''] = /^archive_command = '(.*)'$/m.exec(serverSettings('/socket', 'durable', aside)) ?? [];
  const archive = (path: string) =>
    execute('sh', ['-c', command.replaceAll('%p', segment).replaceAll('%f', 'name')], { env: { PATH: path } }).then(
      () => true,
      () => false,
    );
  const path = process.env['PATH'] ?? '';
  // A disk that does not take it.
  await writeFile(join(programs, 'sync'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect([await archive(`${programs}:${path}`), await readdir(aside)]).toEqual([false, ['.name']]);
  expect([await archive(path), await readdir(aside)]).toEqual([true, ['name']]);
  expect(await archive(path)).toBe(true);
  await rm(folder, { recursive: true });
});
