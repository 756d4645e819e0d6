import { expect, test } from 'vitest';
import { createThreadMemory } from './thread-memory.ts';

const megabyte = 1024 * 1024;

test('what tasks leave is collected every thirty seconds at most, and only where the thread has grown', () => {
  const collections: number[] = [];
  let [second, bytes] = [0, 0];
  const judge = createThreadMemory({
    readBytes: () => bytes,
    readMs: () => second * 1000,
    collect: () => {
      collections.push(second);
      bytes = 20 * megabyte;
    },
  });
  const tasks = [
    [5, 60],
    [30, 70],
    [40, 90],
    [59, 100],
    [60, 30],
    [95, 23],
    [600, 24],
  ] as const;
  for (const [at, megabytes] of tasks) {
    [second, bytes] = [at, megabytes * megabyte];
    judge();
  }
  expect(collections).toEqual([30, 60, 600]);
});
