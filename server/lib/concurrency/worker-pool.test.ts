import { afterEach, expect, test } from 'vitest';
import { calculateTask, endTask, keepBusyTask, keepWaitingTask, makeList, makeListTask } from './testing/busy-task.ts';
import { createWorkerPool, type PoolOptions, type WorkerPool } from './worker-pool.ts';

let pool: WorkerPool | undefined;

afterEach(async () => {
  await pool?.close();
});

const of = { companyId: 'a', size: Infinity };
const open = (options?: PoolOptions) => (pool = createWorkerPool(options));

test('tasks of one company keep another one waiting for a moment, and are all done in the end', async () => {
  const { run } = open();
  const ended: string[] = [];
  const send = async (companyId: string, ms: number) => {
    // Of the processor, because a busy machine takes as many times as long for the start of another thread.
    await run(calculateTask, ms, { companyId, size: Infinity });
    ended.push(companyId);
  };
  const flood = Array.from({ length: 8 }, () => send('slow', 400));
  await send('other', 1);
  // One by one they would take eight times as long.
  expect(ended.length).toBeLessThanOrEqual(3);
  await Promise.all(flood);
  expect(ended).toHaveLength(9);
});

test('the time of a task counts from its start, and one that needs more is ended', async () => {
  const { run, close } = open({ maxRunMs: 5000 });
  // The last ones start after all of their time has passed.
  const done = await Promise.all(Array.from({ length: 16 }, () => run(keepBusyTask, 800, of)));
  expect(done).toHaveLength(16);
  await close();
  const short = open({ maxRunMs: 300 });
  await expect(short.run(calculateTask, 60_000, of)).rejects.toMatchObject({ code: 'request.too-complex' });
});

test('a task is not too complex because the machine is busy with something else', async () => {
  const { run, close } = open({ maxRunMs: 2000 });
  // Loads the thread's modules, which takes the processor too.
  await run(keepWaitingTask, 1, of);
  expect(await run(keepWaitingTask, 2500, of)).toBe(2500);
  await close();
  const short = open({ maxLastMs: 1000 });
  await expect(short.run(keepWaitingTask, 60_000, of)).rejects.toMatchObject({ code: 'service.overloaded' });
});

test('a long list arrives whole', async () => {
  const { run } = open();
  expect(await run(makeListTask, 12_345, of)).toEqual({ made: makeList(12_345) });
});

test('what runs, waits or comes when the pool is closed is to be sent again, and is not too complex', async () => {
  const { run, close } = open();
  await run(keepWaitingTask, 1, of);
  const send = () => run(keepWaitingTask, 60_000, of).catch((error: unknown) => error);
  const sent = Array.from({ length: 4 }, send);
  await close();
  for (const problem of await Promise.all([...sent, send()])) {
    expect(problem).toMatchObject({ code: 'service.overloaded', retryAfterSeconds: 5 });
  }
});

test('a thread that ends, and a module that cannot be loaded, are to be sent again; a fault of a task is none of the load', async () => {
  const { run } = open();
  const overloaded = { code: 'service.overloaded', retryAfterSeconds: 5 };
  await expect(run(endTask, 'thread', of)).rejects.toMatchObject(overloaded);
  const missing = { ...keepBusyTask, module: new URL('./none.ts', import.meta.url).href };
  await expect(run(missing, 1, of)).rejects.toMatchObject(overloaded);
  await expect(run(endTask, 'error', of)).rejects.toThrow(/^endThread: TypeError: a fault of the task/);
  expect(await run(keepBusyTask, 1, of)).toBe(1);
});
