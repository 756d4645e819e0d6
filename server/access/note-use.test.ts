import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/connection/errors.ts';
import { noteUse } from './note-use.ts';

test('a use that can not be noted does not fail the call, and is not tried again at once', async () => {
  let tried = 0;
  const write = async () => {
    tried += 1;
    throw new DatabaseUnavailable('unreachable');
  };
  await expect(
    noteUse(async () => {
      throw new TypeError('a fault of ours');
    }),
  ).rejects.toThrow('a fault of ours');
  await noteUse(write);
  await noteUse(write);
  expect(tried).toBe(1);
});
