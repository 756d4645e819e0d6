import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/connection/errors.ts';
import { repeatWhileUnavailable } from './lifetime.ts';

const never = new AbortController().signal;

test('what another portal keeps from being done is repeated; other errors are not', async () => {
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    if (attempts === 1) throw new DatabaseUnavailable('busy');
  };
  await repeatWhileUnavailable(work, never);
  expect(attempts).toBe(2);
  await expect(repeatWhileUnavailable(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
});
