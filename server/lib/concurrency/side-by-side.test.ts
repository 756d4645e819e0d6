import { expect, test } from 'vitest';
import { runSideBySide } from './side-by-side.ts';

test('no more than so many run at a time, and the answers have the order of the items', async () => {
  const open: Array<() => void> = [];
  let running = 0;
  let highest = 0;
  const all = runSideBySide([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    highest = Math.max(highest, running);
    await new Promise<void>((resolve) => open.push(resolve));
    running -= 1;
    return item * 10;
  });
  // The last that began ends first.
  for (let ended = 0; ended < 5; ended += 1) {
    open.pop()?.();
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  }
  expect(await all).toEqual([10, 20, 30, 40, 50]);
  expect(highest).toBe(2);
});

test('a failure is thrown, and no items are no work', async () => {
  await expect(runSideBySide([1, 2], 2, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runSideBySide([], 3, () => Promise.resolve(1))).toEqual([]);
});
