import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Work that ends when it is told to. */
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

test('no more than the allowed number run; the next starts when one ends', async () => {
  const queue = createWorkQueue(2);
  const works = ['a', 'b', 'c'].map(createWork);
  const runs = works.map(({ work }) => queue.tryRun(work, 10));
  expect(works.map(({ isStarted }) => isStarted())).toEqual([true, true, false]);
  works[1]?.end();
  await expect(runs[1]).resolves.toEqual({ result: 'b' });
  expect(works[2]?.isStarted()).toBe(true);
  for (const { end } of works) end();
  await expect(Promise.all(runs)).resolves.toEqual([{ result: 'a' }, { result: 'b' }, { result: 'c' }]);
});

test('who finds too many waiting is turned away at once, while who may wait longer still waits', async () => {
  const queue = createWorkQueue(1);
  const [first, second, patient] = [createWork(1), createWork(2), createWork(3)];
  const runs = [queue.tryRun(first.work, 1), queue.tryRun(second.work, 1)];
  const turnedAway = createWork(4);
  await expect(queue.tryRun(turnedAway.work, 1)).resolves.toBeUndefined();
  expect(turnedAway.isStarted()).toBe(false);
  const last = queue.tryRun(patient.work, 2);
  for (const { end } of [first, second, patient]) end();
  await expect(Promise.all([...runs, last])).resolves.toEqual([{ result: 1 }, { result: 2 }, { result: 3 }]);
});

test('work that fails makes room like any other', async () => {
  const queue = createWorkQueue(1);
  await expect(queue.tryRun(() => Promise.reject(new Error('broken')), 0)).rejects.toThrow('broken');
  await expect(queue.tryRun(async () => 'next', 0)).resolves.toEqual({ result: 'next' });
});
