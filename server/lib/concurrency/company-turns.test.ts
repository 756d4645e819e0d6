import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCompanyTurns, WaitedTooLong, type TurnLimits } from './company-turns.ts';

const limits = {
  places: 2,
  extraPlaces: 2,
  longMs: 250,
  heavyMs: 2000,
  halfLifeMs: 60_000,
  maxWaiting: 5,
  maxWaitMs: 20_000,
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Tasks that end when the test says so, and the names of those that have started. */
function createTasks(more: Partial<TurnLimits> = {}) {
  const turns = createCompanyTurns({ ...limits, ...more });
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

test('companies that took long lately have two places together, and others the rest', async () => {
  const { send, end, list } = createTasks();
  send('a1', 'b1', 'c1', 'd1');
  await vi.advanceTimersByTimeAsync(10_000);
  for (const name of ['a1', 'b1', 'c1', 'd1']) await end(name);
  send('a2', 'a3', 'b2', 'c2', 'd2');
  expect(await list()).toBe('a1 b1 c1 d1 a2 b2');
  await vi.advanceTimersByTimeAsync(limits.longMs);
  send('e1', 'f1');
  expect(await list()).toBe('a1 b1 c1 d1 a2 b2 e1 f1');
  await vi.advanceTimersByTimeAsync(limits.longMs);
  await end('b2');
  expect(await list()).toBe('a1 b1 c1 d1 a2 b2 e1 f1 c2');
  for (const name of ['e1', 'f1', 'c2', 'd2']) await end(name);
  // One at a time, also where no other waits.
  expect(await list()).toBe('a1 b1 c1 d1 a2 b2 e1 f1 c2 d2');
  // What was long ago no longer counts.
  await end('a2');
  await end('a3');
  await vi.advanceTimersByTimeAsync(10 * limits.halfLifeMs);
  send('a4', 'a5');
  expect(await list()).toBe('a1 b1 c1 d1 a2 b2 e1 f1 c2 d2 a3 a4 a5');
});

test('companies that took long lately have one place together while others ask for much', async () => {
  let isBusy = true;
  const asked: boolean[] = [];
  const isBusyBeside = (isHeavy: (companyId: string) => boolean) => {
    asked.push(isHeavy('a'), isHeavy('z'));
    return isBusy;
  };
  const { send, end, list } = createTasks({ isBusyBeside });
  send('a1', 'b1', 'c1', 'd1');
  await vi.advanceTimersByTimeAsync(10_000);
  for (const name of ['a1', 'b1', 'c1', 'd1']) await end(name);
  send('a2', 'b2', 'c2');
  await vi.advanceTimersByTimeAsync(limits.longMs);
  expect(await list()).toBe('a1 b1 c1 d1 a2');
  send('e1');
  expect(await list()).toBe('a1 b1 c1 d1 a2 e1');
  await end('a2');
  expect(await list()).toBe('a1 b1 c1 d1 a2 e1 b2');
  await vi.advanceTimersByTimeAsync(limits.longMs);
  expect(await list()).toBe('a1 b1 c1 d1 a2 e1 b2');
  isBusy = false;
  send('d2');
  expect(await list()).toBe('a1 b1 c1 d1 a2 e1 b2 c2');
  expect(new Set(asked.filter((_, place) => place % 2 === 1))).toEqual(new Set([false]));
});

test('however many short tasks make no company heavy', async () => {
  const { send, end, list } = createTasks();
  send('x1', 'y1');
  await vi.advanceTimersByTimeAsync(10_000);
  send('a1');
  await list();
  for (let task = 2; task < 30; task += 1) {
    await end(`a${task - 1}`);
    send(`a${task}`);
    await vi.advanceTimersByTimeAsync(limits.longMs);
  }
  expect((await list()).split(' ').slice(0, 3)).toEqual(['x1', 'y1', 'a1']);
  expect((await list()).split(' ')).toHaveLength(31);
});

test('what counts is the processor time of a task, where it is known', async () => {
  const turns = createCompanyTurns(limits);
  let started = 0;
  const run = (companyId: string, usedMs: number) =>
    turns.run(companyId, async (countMs) => {
      started += 1;
      await new Promise((end) => setTimeout(end, 10_000));
      countMs(usedMs);
    });
  const first = ['a', 'b', 'c', 'd'].map((each) => run(each, each < 'c' ? 100 : 9000));
  await vi.advanceTimersByTimeAsync(20_000);
  await Promise.all(first);
  const again = ['c', 'd', 'a', 'b'].map((each) => run(each, 100));
  await vi.advanceTimersByTimeAsync(limits.longMs);
  expect(started).toBe(8);
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(again);
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
