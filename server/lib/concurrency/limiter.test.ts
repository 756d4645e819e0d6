import { expect, test, vi } from 'vitest';
import { createKeyedLimiter, createLimiter } from './limiter.ts';

/** Work that ends when `end` is called. */
function createWork<T>(result: T) {
  let end = () => {};
  let isStarted = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    isStarted = true;
    await ended;
    return result;
  };
  return { work, end: () => end(), isStarted: () => isStarted };
}

test('at most the allowed number of calls run; the next starts when one ends', async () => {
  const limiter = createLimiter(2);
  const works = ['a', 'b', 'c'].map(createWork);
  const runs = works.map(({ work }) => limiter.tryRun(work, 10));
  expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, false]);
  works[1]?.end();
  await expect(runs[1]).resolves.toEqual({ result: 'b' });
  expect(works[2]?.isStarted()).toBe(true);
  for (const { end } of works) end();
  await expect(Promise.all(runs)).resolves.toEqual([{ result: 'a' }, { result: 'b' }, { result: 'c' }]);
});

test('a call is refused at once where too many wait, while a call that allows more waits', async () => {
  const limiter = createLimiter(1);
  const [first, second, patient] = [createWork(1), createWork(2), createWork(3)];
  const runs = [limiter.tryRun(first.work, 1), limiter.tryRun(second.work, 1)];
  const refused = createWork(4);
  await expect(limiter.tryRun(refused.work, 1)).resolves.toBeUndefined();
  expect(refused.isStarted()).toBe(false);
  const last = limiter.tryRun(patient.work, 2);
  for (const { end } of [first, second, patient]) end();
  await expect(Promise.all([...runs, last])).resolves.toEqual([{ result: 1 }, { result: 2 }, { result: 3 }]);
});

test('a call that fails frees its place', async () => {
  const limiter = createLimiter(1);
  await expect(limiter.tryRun(() => Promise.reject(new Error('broken')), 0)).rejects.toThrow('broken');
  await expect(limiter.tryRun(async () => 'next', 0)).resolves.toEqual({ result: 'next' });
});

test('each key has its own limit', async () => {
  const limiter = createKeyedLimiter(1);
  const [first, other] = [createWork(1), createWork(2)];
  const runs = [limiter.tryRun('a', first.work, 0), limiter.tryRun('b', other.work, 0)];
  expect([first.isStarted(), other.isStarted()]).toEqual([true, true]);
  await expect(limiter.tryRun('a', async () => 3, 0)).resolves.toBeUndefined();
  first.end();
  await runs[0];
  await expect(limiter.tryRun('a', async () => 4, 0)).resolves.toEqual({ result: 4 });
  other.end();
  await expect(runs[1]).resolves.toEqual({ result: 2 });
});

test('after a call the next one waits as long as it took, at most for the given time, and its answer does not', async () => {
  vi.useFakeTimers();
  try {
    const limiter = createKeyedLimiter(1, 1000);
    const [short, long, last] = [createWork(1), createWork(2), createWork(3)];
    const runs = [short, long, last].map(({ work }) => limiter.tryRun('a', work, 2));
    await vi.advanceTimersByTimeAsync(300);
    short.end();
    await expect(runs[0]).resolves.toEqual({ result: 1 });
    await vi.advanceTimersByTimeAsync(299);
    expect(long.isStarted()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(long.isStarted()).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    long.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(last.isStarted()).toBe(true);
    last.end();
    await Promise.all(runs);
  } finally {
    vi.useRealTimers();
  }
});
