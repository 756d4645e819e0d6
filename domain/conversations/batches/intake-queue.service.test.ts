import { setImmediate as untilServed } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createIntakeQueue } from './intake-queue.service.ts';
import type { Batch } from './normalize-batch.ts';

const makeBatch = (values: Partial<Batch> = {}): Batch => ({
  conversations: [],
  messages: [],
  statuses: [],
  ratings: [],
  usageEvents: [],
  withdrawn: [],
  removals: [],
  moves: [],
  isImport: false,
  intakeKeyId: null,
  size: 1,
  ...values,
});
const toCaller = (companyId: string) => ({ companyId, timeZone: 'UTC' });
const noPortal = { changes: { announce: () => undefined } } as unknown as QueueParts;
type QueueParts = Parameters<typeof createIntakeQueue>[0];
const limits = { running: 2, waiting: 3, size: 100 };

/** A queue whose transactions end when the test calls `end`. */
function createTestQueue() {
  const calls: { companyId: string; size: number; end: (error?: Error) => void }[] = [];
  const persist = (_: unknown, { companyId }: { companyId: string }, batches: readonly Batch[]) =>
    new Promise<ReadonlySet<string>>((resolve, reject) => {
      calls.push({ companyId, size: batches.length, end: (error) => (error ? reject(error) : resolve(new Set())) });
    });
  return { calls, queue: createIntakeQueue(noPortal, { limits, persist }) };
}

test('runs one transaction at a time per company; waiting batches share the next one', async () => {
  const { calls, queue } = createTestQueue();
  const added = [1, 2, 3].map(() => queue.add(toCaller('a'), makeBatch()));
  expect(calls.map(({ size }) => size)).toEqual([1]);
  calls[0]?.end();
  await added[0];
  await untilServed();
  expect(calls.map(({ size }) => size)).toEqual([1, 2]);
  calls[1]?.end();
  await Promise.all(added);
});

test('rejects a batch where too many of its company wait, and serves other companies', async () => {
  const { calls, queue } = createTestQueue();
  const added = [1, 2, 3, 4].map(() => queue.add(toCaller('a'), makeBatch()));
  await expect(queue.add(toCaller('a'), makeBatch())).rejects.toMatchObject({
    code: 'intake.busy',
    retryAfterSeconds: 1,
  });
  const other = queue.add(toCaller('b'), makeBatch());
  expect(calls.map(({ companyId }) => companyId)).toEqual(['a', 'b']);
  for (const call of calls) call.end();
  await Promise.all([other, added[0]]);
  await untilServed();
  calls[2]?.end();
  await Promise.all(added);
});

test('accepts a large batch alone, and rejects it behind another', async () => {
  const { calls, queue } = createTestQueue();
  const first = queue.add(toCaller('a'), makeBatch({ size: 1000 }));
  const second = queue.add(toCaller('a'), makeBatch({ size: 1000 }));
  await expect(queue.add(toCaller('a'), makeBatch())).rejects.toMatchObject({ code: 'intake.busy' });
  calls[0]?.end();
  await first;
  await untilServed();
  calls[1]?.end();
  await second;
});

test('repeats the batches of a failed transaction one by one, so that only the bad one fails', async () => {
  const failing = makeBatch({ size: 13 });
  let ended = 0;
  const queue = createIntakeQueue(noPortal, {
    persist: async (_dependencies, _caller, batches) => {
      await Promise.resolve();
      if (batches.includes(failing)) throw new Error('wrong');
      ended += batches.length;
      return new Set<string>();
    },
  });
  const batches = [makeBatch(), makeBatch(), failing, makeBatch()];
  const answers = await Promise.allSettled(batches.map((batch) => queue.add(toCaller('a'), batch)));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(ended).toBe(3);
});

test('runs a batch with removals alone', async () => {
  const { calls, queue } = createTestQueue();
  const batches = [makeBatch(), makeBatch(), makeBatch({ removals: ['c'] }), makeBatch()];
  const added = batches.map((batch) => queue.add(toCaller('a'), batch));
  for (const [index, each] of added.entries()) {
    calls[index]?.end();
    await each;
    await untilServed();
  }
  expect(calls.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
});
