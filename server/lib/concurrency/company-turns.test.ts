import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCompanyTurns, WaitedTooLong } from './company-turns.ts';

const limits = { places: 2, extraPlaces: 2, longMs: 250, maxWaiting: 5, maxWaitMs: 20_000 };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Tasks that end when the test says so, and the names of those that have started. */
function createTasks() {
  const turns = createCompanyTurns(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (...names: string[]) =>
    names.map((name) =>
      turns.run(name.charAt(0), () => {
        started.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      }),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  const list = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return started.join(' ');
  };
  return { send, end, list };
}

test('a company alone has both places, and no more', async () => {
  const { send, end, list } = createTasks();
  send('a1', 'a2', 'a3');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await list()).toBe('a1 a2');
  await end('a2');
  expect(await list()).toBe('a1 a2 a3');
});

test('another company starts at once beside one that fills the places, and has its turn before its next task', async () => {
  const { send, end, list } = createTasks();
  send('a1', 'a2', 'a3', 'a4');
  send('b1', 'b2');
  expect(await list()).toBe('a1 a2 b1');
  await end('b1');
  expect(await list()).toBe('a1 a2 b1 b2');
  await end('a1');
  // A company of which a task runs waits while another one waits.
  send('c1');
  expect(await list()).toBe('a1 a2 b1 b2');
  await end('b2');
  expect(await list()).toBe('a1 a2 b1 b2 c1');
  await end('c1');
  expect(await list()).toBe('a1 a2 b1 b2 c1 a3');
});

test('tasks that take long keep others waiting for a moment only', async () => {
  const { send, end, list } = createTasks();
  send('a1', 'b1', 'c1', 'd1', 'e1', 'e2');
  expect(await list()).toBe('a1 b1');
  await vi.advanceTimersByTimeAsync(limits.longMs);
  expect(await list()).toBe('a1 b1 c1 d1');
  await vi.advanceTimersByTimeAsync(limits.longMs);
  expect(await list()).toBe('a1 b1 c1 d1');
  await end('a1');
  expect(await list()).toBe('a1 b1 c1 d1 e1');
});

test('what waits too long, or behind too many of its company, is not started', async () => {
  const { send, end, list } = createTasks();
  const [running] = send('a1', 'a2');
  const waiting = send('a3', 'a4', 'a5', 'a6', 'a7').map((each) => expect(each).rejects.toThrow(WaitedTooLong));
  const [tooMany] = send('a8');
  await expect(tooMany).rejects.toThrow(WaitedTooLong);
  await vi.advanceTimersByTimeAsync(limits.maxWaitMs);
  await Promise.all(waiting);
  await end('a1');
  await running;
  const [next] = send('a9');
  await list();
  await end('a9');
  await next;
  expect(await list()).toBe('a1 a2 a9');
});

test('a failed task gives its place back', async () => {
  const turns = createCompanyTurns({ ...limits, places: 1, extraPlaces: 0 });
  const failed = turns.run('a', () => Promise.reject(new Error('wrong')));
  const next = turns.run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('wrong');
  expect(await next).toBe('done');
});
