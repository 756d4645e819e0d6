import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openLocalFiles } from '../outside/files/local-files.ts';
import { openS3Files } from '../outside/files/s3-files.ts';
import { listWarnings } from './list-warnings.ts';

test('storage that takes a file is no warning, and keeps nothing of the trial; one that takes none is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-trial-'));
  const files = await openLocalFiles(join(folder, 'files'));
  expect(await listWarnings(readConfig({}), files)).toEqual([]);
  const none = '00000000-0000-0000-0000-000000000000';
  expect(await files.measure(none)).toEqual({ count: 0, bytes: 0 });
  await rm(join(folder, 'files'), { recursive: true, maxRetries: 10 });
  await writeFile(join(folder, 'files'), 'no folder');
  expect(await listWarnings(readConfig({}), files)).toEqual([
    'Files cannot be stored (ENOTDIR): look at DATA_DIR/files, or at FILES_S3_BUCKET and its address and keys.',
  ]);
  await rm(folder, { recursive: true, maxRetries: 10 });
});

test('an object store that is away is a warning', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const files = await openS3Files({ bucket: 'steward', endpoint: 'http://127.0.0.1:1', credentials });
  expect((await listWarnings(readConfig({}), files))[0]).toMatch(/^Files cannot be stored \(/);
});
