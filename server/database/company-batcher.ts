import type { IntakeCaller } from '../lib/request/intake-caller.ts';
import { DatabaseUnavailable } from './connection/errors.ts';

/** Does what several callers of one company wait for in one transaction: all of it or nothing. Answers in their order. */
type Work<Item, Answer> = (caller: IntakeCaller, items: readonly Item[]) => Promise<readonly Answer[]>;

interface Options<Item> {
  /** Transactions at a time, of different companies: people's calls need connections too. */
  readonly running: number;
  /** How many of those that wait, the first of them at least, go into the next transaction. */
  readonly countGroup: (line: readonly Item[]) => number;
  /** Whether one more may wait behind these. */
  readonly hasRoom: (line: readonly Item[], item: Item) => boolean;
}

interface Waiting<Item, Answer> {
  readonly caller: IntakeCaller;
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface CompanyQueue<Item, Answer> {
  /**
   * Does the work when it is the company's turn; durable when this resolves.
   * @returns undefined, without having waited, where too much is waiting
   */
  add(caller: IntakeCaller, item: Item): Promise<Answer> | undefined;
}

/**
 * The turns of companies: one transaction at a time for each, taking along whatever has come to wait meanwhile, so that
 * many small calls cost one commit.
 */
export function createCompanyQueue<Item, Answer>(
  work: Work<Item, Answer>,
  { running, countGroup, hasRoom }: Options<Item>,
): CompanyQueue<Item, Answer> {
  const lines = new Map<string, Array<Waiting<Item, Answer>>>();
  /** Companies whose turn has come or will come; a company that is being served is not among them. */
  const turns: string[] = [];
  const served = new Set<string>();
  const toItems = (line: ReadonlyArray<Waiting<Item, Answer>>) => line.map(({ item }) => item);
  const serve = () => {
    while (served.size < running) {
      const companyId = turns.shift();
      if (companyId === undefined) return;
      const line = lines.get(companyId) ?? [];
      const group = line.splice(0, countGroup(toItems(line)));
      served.add(companyId);
      void workOff(work, group).then(() => {
        served.delete(companyId);
        if (line.length > 0) turns.push(companyId);
        else lines.delete(companyId);
        serve();
      });
    }
  };
  return {
    add(caller, item) {
      const { companyId } = caller;
      const line = lines.get(companyId) ?? [];
      if (!hasRoom(toItems(line), item)) return undefined;
      return new Promise((resolve, reject) => {
        line.push({ caller, item, resolve, reject });
        if (line.length === 1 && !served.has(companyId)) turns.push(companyId);
        lines.set(companyId, line);
        serve();
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
    group.forEach(({ resolve }, place) => resolve(answers[place] as Answer));
  } catch (error) {
    if (group.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { reject } of group) reject(error);
      return;
    }
    // What is wrong with one of them is not the fault of the others.
    for (const each of group) await workOff(work, [each]);
  }
}
