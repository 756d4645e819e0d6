// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWatching } from './keep-watching.ts';
import { makeToken } from '../testing/make-current-user.ts';
import { mockApi, MockedEvents, MockedProblem } from '../testing/mock-api.ts';

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  stop();
  setHidden(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function watch(answer: () => MockedEvents | MockedProblem) {
  const api = mockApi({ session: { createToken: makeToken }, live: { watchDashboard: answer } });
  const values: unknown[] = [];
  const live: boolean[] = [];
  stop = keepWatching({
    endpoint: ['live', 'watchDashboard'],
    input: {},
    onValue: (value) => values.push(value),
    onLive: (isLive) => live.push(isLive),
  });
  return { values, live, countCalls: () => api.getCalls('live.watchDashboard').length };
}

test('each value is reported, and a stream that the portal ends is opened again', async () => {
  const streams = [new MockedEvents(), new MockedEvents()];
  const opened = [...streams];
  const { values, live, countCalls } = watch(() => opened.shift() ?? new MockedEvents());
  await vi.waitFor(() => {
    streams[0]?.send({ place: 1 });
    expect(values[0]).toEqual({ place: 1 });
  });
  expect(live.at(-1)).toBe(true);
  streams[0]?.end();
  await vi.waitFor(() => expect(live.at(-1)).toBe(false));
  await vi.advanceTimersByTimeAsync(1000);
  expect(countCalls()).toBe(2);
});

test('a tab that can not be seen reads nothing, and reads again at once when it is seen', async () => {
  const { live, countCalls } = watch(() => new MockedEvents());
  await vi.waitFor(() => expect(countCalls()).toBe(1));
  setHidden(true);
  expect(live.at(-1)).toBe(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(countCalls()).toBe(1);
  setHidden(false);
  await vi.waitFor(() => expect(countCalls()).toBe(2));
});

test('a portal without room is asked again after the time that it names, a refusal not at all', async () => {
  const busy = watch(() => new MockedProblem('request.too-many', { retryAfterSeconds: 30 }));
  await vi.waitFor(() => expect(busy.countCalls()).toBe(1));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(busy.countCalls()).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(busy.countCalls()).toBe(2);
  stop();
  const refused = watch(() => new MockedProblem('access.refused'));
  await vi.waitFor(() => expect(refused.countCalls()).toBe(1));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(refused.countCalls()).toBe(1);
});

test('a stream on which nothing comes for 50 seconds is opened again', async () => {
  const { countCalls } = watch(() => new MockedEvents());
  await vi.waitFor(() => expect(countCalls()).toBe(1));
  await vi.advanceTimersByTimeAsync(50_000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(countCalls()).toBe(2);
});
