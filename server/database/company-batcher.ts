import { createLimiter } from '../lib/concurrency/limiter.ts';
import type { IntakeCaller } from '../lib/request/intake-caller.ts';
import { DatabaseUnavailable } from './connection/errors.ts';

/** Handles items of one company in one transaction. Returns the results in the order of the items. */
type Work<Item, Result> = (caller: IntakeCaller, items: readonly Item[]) => Promise<readonly Result[]>;

interface Options<Item> {
  /** Concurrent transactions, of different companies; leaves connections for other calls. */
  readonly running: number;
  /** How many of the waiting items go into the next transaction, at least 1. */
  readonly countGroup: (waiting: readonly Item[]) => number;
  /** Whether `item` may wait behind the waiting items of its company. */
  readonly hasRoom: (waiting: readonly Item[], item: Item) => boolean;
}

interface Waiting<Item, Result> {
  readonly caller: IntakeCaller;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface CompanyBatcher<Item, Result> {
  /**
   * Adds the item to its company's next transaction; durable when the promise resolves.
   * @returns undefined where there is no room for the item
   */
  add(caller: IntakeCaller, item: Item): Promise<Result> | undefined;
}

/**
 * Runs one transaction at a time per company, with the items that arrived during the one before, so that many small calls
 * share a commit. Companies get their turns in order of arrival.
 */
export function createCompanyBatcher<Item, Result>(
  work: Work<Item, Result>,
  { running, countGroup, hasRoom }: Options<Item>,
): CompanyBatcher<Item, Result> {
  const limiter = createLimiter(running);
  const lines = new Map<string, Array<Waiting<Item, Result>>>();
  const toItems = (line: ReadonlyArray<Waiting<Item, Result>> = []) => line.map(({ item }) => item);
  const runLine = async (companyId: string, line: Array<Waiting<Item, Result>>) => {
    while (line.length > 0) {
      await limiter.tryRun(() => runGroup(work, line.splice(0, countGroup(toItems(line)))), Infinity);
    }
    lines.delete(companyId);
  };
  return {
    add(caller, item) {
      const { companyId } = caller;
      const line = lines.get(companyId);
      if (!hasRoom(toItems(line), item)) return undefined;
      return new Promise((resolve, reject) => {
        const waiting = { caller, item, resolve, reject };
        if (line) {
          line.push(waiting);
          return;
        }
        const newLine = [waiting];
        lines.set(companyId, newLine);
        void runLine(companyId, newLine);
      });
    },
  };
}

async function runGroup<Item, Result>(
  work: Work<Item, Result>,
  group: ReadonlyArray<Waiting<Item, Result>>,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  try {
    const items = group.map(({ item }) => item);
    const results = await work(first.caller, items);
    group.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    if (group.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { reject } of group) reject(error);
      return;
    }
    // A bad item fails the whole transaction, so the items are repeated one by one.
    for (const each of group) await runGroup(work, [each]);
  }
}
