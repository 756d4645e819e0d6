import { expect, test } from 'vitest';
import { FileKey } from '#features/company/contract/files.ts';
import { newFileKey } from './file-keys.ts';

test('every key is new and matches the contract', () => {
  const keys = Array.from({ length: 100 }, newFileKey);
  expect(new Set(keys).size).toBe(100);
  expect(keys.every((key) => FileKey.safeParse(key).success)).toBe(true);
});
