import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSteps, letOthersRun, runInPieces, startInPieces } from './pieces.ts';

function keepBusy(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** Counts the turns of the event loop until `work` ends. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  const state = { turns: 0, isOver: false };
  const counting = (async () => {
    while (!state.isOver) {
      await setImmediate();
      state.turns += 1;
    }
  })();
  await work;
  state.isOver = true;
  await counting;
  return state.turns;
}

test('others run between long pieces, and the result is that of the whole', async () => {
  const done: number[] = [];
  const steps = inSteps([1, 2, 3, 4], (item) => {
    keepBusy(25);
    done.push(item);
  });
  expect(await countTurns(runInPieces(steps))).toBeGreaterThanOrEqual(4);
  expect(done).toEqual([1, 2, 3, 4]);
});

test('short work is not interrupted, and what it throws is thrown', async () => {
  let isOver = false;
  const others = setImmediate().then(() => expect(isOver).toBe(true));
  await runInPieces(inSteps([1, 2, 3], () => undefined));
  isOver = true;
  await others;
  const failing = inSteps([1], () => {
    throw new Error('wrong');
  });
  await expect(runInPieces(failing)).rejects.toThrow('wrong');
});

test('pieces of different works are in different turns of the event loop', async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    await letOthersRun();
    order.push(name);
  };
  const works = Promise.all(['a', 'b', 'c'].map(work));
  const turns = await countTurns(works);
  expect(order).toEqual(['a', 'b', 'c']);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('what is started answers in its order; where one fails, the others have ended by then', async () => {
  const slow = async () => {
    keepBusy(25);
    return 'slow';
  };
  expect(await startInPieces([slow, async () => 2, async () => undefined])).toEqual(['slow', 2, undefined]);
  let hasEnded = false;
  const later = async () => {
    await setImmediate();
    await setImmediate();
    hasEnded = true;
  };
  await expect(startInPieces([() => Promise.reject(new Error('wrong')), slow, later])).rejects.toThrow('wrong');
  expect(hasEnded).toBe(true);
});
