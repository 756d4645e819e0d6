import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteOldDrafts, listOldDrafts } from './old-drafts.ts';

test('drafts that were not touched for an hour are deleted, files and folders, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-drafts-'));
  const longAgo = new Date(Date.now() - 61 * 60_000);
  for (const name of ['old.draft', 'young.draft', 'old.json']) await writeFile(join(folder, name), '');
  await mkdir(join(folder, 'folder.draft', 'inner'), { recursive: true });
  for (const name of ['old.draft', 'old.json', 'folder.draft']) await utimes(join(folder, name), longAgo, longAgo);
  const isDraft = (name: string) => name.endsWith('.draft');
  expect((await listOldDrafts(folder, isDraft)).toSorted()).toEqual(['folder.draft', 'old.draft']);
  await deleteOldDrafts(folder, isDraft);
  expect((await readdir(folder)).toSorted()).toEqual(['old.json', 'young.draft']);
  expect(await listOldDrafts(join(folder, 'missing'), isDraft)).toEqual([]);
  await rm(folder, { recursive: true, maxRetries: 10 });
});
