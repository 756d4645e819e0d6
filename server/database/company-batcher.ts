import { createLimiter } from '../lib/concurrency/limiter.ts';
import type { IntakeCaller } from '../lib/request/intake-caller.ts';
import { DatabaseUnavailable } from './connection/errors.ts';

/** Handles the items of one company in one transaction, all or none. Answers in the order of the items. */
type Work<Item, Answer> = (caller: IntakeCaller, items: readonly Item[]) => Promise<readonly Answer[]>;

interface Options<Item> {
  /** Transactions at a time, of different companies; the other calls need connections too. */
  readonly running: number;
  /** How many of the waiting items go into the next transaction, at least 1. */
  readonly countGroup: (waiting: readonly Item[]) => number;
  /** Whether `item` may wait behind the waiting items of its company. */
  readonly hasRoom: (waiting: readonly Item[], item: Item) => boolean;
}

interface Waiting<Item, Answer> {
  readonly caller: IntakeCaller;
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface CompanyBatcher<Item, Answer> {
  /**
   * Adds the item to its company's next transaction; durable when the promise resolves.
   * @returns undefined where `hasRoom` refuses the item
   */
  add(caller: IntakeCaller, item: Item): Promise<Answer> | undefined;
}

/**
 * One transaction at a time for each company, with all items that came while the one before ran, so that many small
 * calls cost one commit. Companies take turns.
 */
export function createCompanyBatcher<Item, Answer>(
  work: Work<Item, Answer>,
  { running, countGroup, hasRoom }: Options<Item>,
): CompanyBatcher<Item, Answer> {
  const limiter = createLimiter(running);
  const lines = new Map<string, Array<Waiting<Item, Answer>>>();
  const toItems = (line: ReadonlyArray<Waiting<Item, Answer>> = []) => line.map(({ item }) => item);
  const workOffLine = async (companyId: string, line: Array<Waiting<Item, Answer>>) => {
    while (line.length > 0) {
      await limiter.tryRun(() => workOff(work, line.splice(0, countGroup(toItems(line)))), Infinity);
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
        void workOffLine(companyId, newLine);
      });
    },
  };
}

async function workOff<Item, Answer>(
  work: Work<Item, Answer>,
  group: ReadonlyArray<Waiting<Item, Answer>>,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  try {
    const items = group.map(({ item }) => item);
    const answers = await work(first.caller, items);
    group.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
  } catch (error) {
    if (group.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { reject } of group) reject(error);
      return;
    }
    // One bad item fails the whole transaction, so each item is tried alone.
    for (const each of group) await workOff(work, [each]);
  }
}
