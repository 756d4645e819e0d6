import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveQueries } from './live-queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('2,000 watchers have their beats spread over the time between two, and each has one', async () => {
  const queries = createLiveQueries({
    changes: { subscribe: () => () => undefined },
    onError: () => undefined,
    beatMs: 20_000,
  });
  const beats = Array.from({ length: 2000 }, () => 0);
  for (const place of beats.keys()) {
    queries.watch(
      { companyId: 'a', change: 'conversations', key: 'a', read: async () => ({ text: '1', state: '1' }) },
      {
        confirm: async () => undefined,
        send: () => undefined,
        beat: () => (beats[place] = (beats[place] ?? 0) + 1),
        end: () => undefined,
      },
    );
  }
  let [sum, most] = [0, 0];
  for (let ms = 0; ms < 20_000; ms += 100) {
    await vi.advanceTimersByTimeAsync(100);
    const now = beats.reduce((all, each) => all + each, 0);
    most = Math.max(most, now - sum);
    sum = now;
  }
  expect(most).toBe(50);
  expect(new Set(beats)).toEqual(new Set([1]));
});
