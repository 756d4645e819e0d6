import { afterEach, expect, test } from 'vitest';
import { calculateTask, keepBusyTask } from './testing/busy-task.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

let pool: WorkerPool | undefined;

afterEach(async () => {
  await pool?.close();
});

const open = (options?: { maxRunMs: number }) => (pool = createWorkerPool(options));

test('tasks of one company keep another one waiting for a moment, and are all done in the end', async () => {
  const { run } = open();
  const ended: string[] = [];
  const send = async (companyId: string, ms: number) => {
    // Of the processor, because a busy machine takes as many times as long for the start of another thread.
    await run(calculateTask, ms, { companyId, size: Infinity });
    ended.push(companyId);
  };
  const flood = Array.from({ length: 8 }, () => send('slow', 1000));
  await send('other', 1);
  // One by one they would take eight times as long.
  expect(ended.length).toBeLessThanOrEqual(3);
  await Promise.all(flood);
  expect(ended).toHaveLength(9);
});

test('the time of a task counts from its start, and one that needs more is ended', async () => {
  const { run } = open({ maxRunMs: 5000 });
  const of = { companyId: 'a', size: Infinity };
  // The last ones start after all of their time has passed.
  const done = await Promise.all(Array.from({ length: 16 }, () => run(keepBusyTask, 800, of)));
  expect(done).toHaveLength(16);
  await expect(run(keepBusyTask, 60_000, of)).rejects.toMatchObject({ code: 'request.too-complex' });
});
