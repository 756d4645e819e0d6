import { expect, test } from 'vitest';
import { createSharedCalls } from './shared-calls.ts';

/** Calls that end on demand, with the number of the call. */
function createCalls() {
  const calls: { key: string; resolve: () => void; reject: () => void }[] = [];
  const ask = createSharedCalls<number>(
    (key) =>
      new Promise((resolve, reject) => {
        const number = calls.length + 1;
        calls.push({ key, resolve: () => resolve(number), reject: () => reject(new Error(String(number))) });
      }),
  );
  return { calls, ask };
}

test('who comes while a call is under way shares the next one, and never that one', async () => {
  const { calls, ask } = createCalls();
  const first = ask('a');
  const others = [ask('a'), ask('a'), ask('b')];
  expect(calls.map(({ key }) => key)).toEqual(['a', 'b']);
  calls[0]?.resolve();
  expect(await first).toBe(1);
  await expect.poll(() => calls.length).toBe(3);
  const later = ask('a');
  calls[1]?.resolve();
  calls[2]?.resolve();
  expect(await Promise.all(others)).toEqual([3, 3, 2]);
  await expect.poll(() => calls.length).toBe(4);
  calls[3]?.resolve();
  expect(await later).toBe(4);
});

test('a call that fails is the matter of those who shared it', async () => {
  const { calls, ask } = createCalls();
  const first = ask('a');
  const second = ask('a');
  calls[0]?.reject();
  await expect(first).rejects.toThrow('1');
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.resolve();
  expect(await second).toBe(2);
  const third = ask('a');
  expect(calls).toHaveLength(3);
  calls[2]?.resolve();
  expect(await third).toBe(3);
});
