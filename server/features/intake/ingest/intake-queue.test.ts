import { setImmediate as untilServed } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PreparedBatch } from './batch.ts';
import { createIntakeQueue } from './intake-queue.ts';

const makeBatch = (values: Partial<PreparedBatch> = {}): PreparedBatch => ({
  conversations: [],
  messages: [],
  statuses: [],
  requests: [],
  removals: [],
  moves: [],
  size: 1,
  ...values,
});
const callerOf = (companyId: string) => ({ companyId, keyId: '', keyName: '', timeZone: 'UTC' });
const limits = { running: 2, waiting: 3, size: 100 };

/** A store that does nothing until it is told to end. */
function createStore() {
  const calls: { companyId: string; size: number; end: (error?: Error) => void }[] = [];
  const store = ({ companyId }: { companyId: string }, batches: readonly PreparedBatch[]) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ companyId, size: batches.length, end: (error) => (error ? reject(error) : resolve()) });
    });
  return { calls, queue: createIntakeQueue(store, limits) };
}

test('one transaction at a time for a company, and what waits meanwhile goes together', async () => {
  const { calls, queue } = createStore();
  const added = [1, 2, 3].map(() => queue.add(callerOf('a'), makeBatch()));
  expect(calls.map(({ size }) => size)).toEqual([1]);
  calls[0]?.end();
  await added[0];
  await untilServed();
  expect(calls.map(({ size }) => size)).toEqual([1, 2]);
  calls[1]?.end();
  await Promise.all(added);
});

test('more than may wait of one company is refused, and other companies are served', async () => {
  const { calls, queue } = createStore();
  const added = [1, 2, 3, 4].map(() => queue.add(callerOf('a'), makeBatch()));
  await expect(queue.add(callerOf('a'), makeBatch())).rejects.toMatchObject({
    code: 'intake.busy',
    retryAfterSeconds: 1,
  });
  const other = queue.add(callerOf('b'), makeBatch());
  expect(calls.map(({ companyId }) => companyId)).toEqual(['a', 'b']);
  for (const call of calls) call.end();
  await Promise.all([other, added[0]]);
  await untilServed();
  calls[2]?.end();
  await Promise.all(added);
});

test('a large batch is taken alone, and refused behind another', async () => {
  const { calls, queue } = createStore();
  const first = queue.add(callerOf('a'), makeBatch({ size: 1000 }));
  const second = queue.add(callerOf('a'), makeBatch({ size: 1000 }));
  await expect(queue.add(callerOf('a'), makeBatch())).rejects.toMatchObject({ code: 'intake.busy' });
  calls[0]?.end();
  await first;
  await untilServed();
  calls[1]?.end();
  await second;
});

test('what fails together is tried alone, so that only the wrong one fails', async () => {
  const failing = makeBatch({ size: 13 });
  let ended = 0;
  const queue = createIntakeQueue(async (_caller, batches) => {
    await Promise.resolve();
    if (batches.includes(failing)) throw new Error('wrong');
    ended += batches.length;
  });
  const batches = [makeBatch(), makeBatch(), failing, makeBatch()];
  const answers = await Promise.allSettled(batches.map((batch) => queue.add(callerOf('a'), batch)));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(ended).toBe(3);
});

test('what takes conversations away goes alone', async () => {
  const { calls, queue } = createStore();
  const batches = [makeBatch(), makeBatch(), makeBatch({ removals: ['c'] }), makeBatch()];
  const added = batches.map((batch) => queue.add(callerOf('a'), batch));
  for (const [index, each] of added.entries()) {
    calls[index]?.end();
    await each;
    await untilServed();
  }
  expect(calls.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
});
