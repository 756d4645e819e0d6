import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others come between. */
const pieceMs = 20;

let before: Promise<unknown> = Promise.resolve();

/** Lets others run. Of all that call it one continues in each turn of the event loop, so that pieces are not put together. */
export function letOthersRun(): Promise<unknown> {
  before = before.then(() => setImmediate());
  return before;
}

/** Work that may be interrupted wherever it yields. */
export type Steps<Result> = Generator<undefined, Result>;

/** Work on one item after the other. */
export function* inSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Steps<void> {
  for (const item of items) {
    work(item);
    yield;
  }
}

/** Runs long work of the main thread in pieces, between which requests are answered. */
export async function runInPieces<Result>(steps: Steps<Result>): Promise<Result> {
  let startedMs = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (performance.now() - startedMs >= pieceMs) {
      await letOthersRun();
      startedMs = performance.now();
    }
    if (done) return value;
  }
}

type Starts = ReadonlyArray<() => Promise<unknown>>;
type Results<All extends Starts> = { -readonly [Place in keyof All]: Awaited<ReturnType<All[Place]>> };

/** Starts these in their order, those after a long one in a piece of their own, and waits for all, also where one fails. */
export async function startInPieces<const All extends Starts>(starts: All): Promise<Results<All>> {
  const started: Array<Promise<unknown>> = [];
  let startedMs = performance.now();
  for (const start of starts) {
    if (performance.now() - startedMs >= pieceMs) {
      await letOthersRun();
      startedMs = performance.now();
    }
    const running = start();
    // It may fail before the others have started.
    running.catch(() => undefined);
    started.push(running);
  }
  await Promise.allSettled(started);
  return (await Promise.all(started)) as Results<All>;
}
