import { setImmediate as untilServed } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairLimiter } from './fair-limiter.ts';
import { createShares } from './shares.ts';

/** Work that ends when the test says so. */
function createWork() {
  const started: Array<{ name: string; end: () => void }> = [];
  const start = (name: string) => () => new Promise<void>((end) => started.push({ name, end }));
  const names = () => started.map(({ name }) => name).join(' ');
  let ended = 0;
  const endNext = async () => {
    started[ended]?.end();
    ended += 1;
    await untilServed();
  };
  return { start, names, endNext };
}

test('a key that comes late waits for one call of a key with many', async () => {
  const { start, names, endNext } = createWork();
  const limiter = createFairLimiter(2);
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => limiter.run('a', start(name)));
  const others = ['b1', 'b2'].map((name) => limiter.run('b', start(name)));
  expect(names()).toBe('a1 a2');
  for (let call = 0; call < 8; call += 1) await endNext();
  expect(names()).toBe('a1 a2 a3 b1 a4 b2 a5 a6');
  await Promise.all([...flood, ...others]);
});

test('a key that may have one place leaves the others to others', async () => {
  const { start, names, endNext } = createWork();
  const limiter = createFairLimiter(2, 1);
  const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => limiter.run(name.slice(0, 1), start(name)));
  expect(names()).toBe('a1 b1');
  for (let call = 0; call < 6; call += 1) await endNext();
  expect(names()).toBe('a1 b1 a2 c1 a3 c2');
  await Promise.all(calls);
});

test('a failed call frees its place', async () => {
  const limiter = createFairLimiter(1);
  const failed = limiter.run('a', () => Promise.reject(new Error('wrong')));
  const next = limiter.run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('wrong');
  expect(await next).toBe('done');
  expect(await limiter.run('b', () => Promise.resolve('also'))).toBe('also');
});

test('a key gets its share and no more, and others get theirs', async () => {
  const { start, names } = createWork();
  const shares = createShares({ ofKey: 4, ofAll: 6, least: 1 });
  const send = (key: string, count: number) => {
    for (let call = 0; call < count; call += 1) void shares.tryRun(key, start(key));
  };
  send('a', 9);
  expect(names()).toBe('a a a a');
  // Two places are free; after them b has less than half of all, so that it gets a third one.
  send('b', 9);
  expect(names()).toBe('a a a a b b b');
  send('c', 9);
  expect(names()).toBe('a a a a b b b c c');
});

test('an ended call gives its place back', async () => {
  const shares = createShares({ ofKey: 1, ofAll: 1, least: 1 });
  expect(await shares.tryRun('a', () => Promise.resolve(1))).toEqual({ result: 1 });
  await expect(shares.tryRun('a', () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  expect(await shares.tryRun('a', () => Promise.resolve(2))).toEqual({ result: 2 });
});
