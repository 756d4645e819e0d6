import { DatabaseUnavailable } from '../../database/errors.ts';
import type { IntakeCaller } from '../../lib/intake-caller.ts';
import { Problem } from '../../lib/problem.ts';
import type { PreparedBatch } from './batch.ts';

/** Stores batches in one transaction: all of them or none. */
type StoreBatches = (caller: IntakeCaller, batches: readonly PreparedBatch[]) => Promise<void>;

export interface IntakeQueue {
  /**
   * Stores a batch when it is its company's turn; stored and durable when this resolves.
   * @throws Problem `intake.busy` where too much is waiting, or whatever storing threw
   */
  add(caller: IntakeCaller, batch: PreparedBatch): Promise<void>;
}

interface Limits {
  /** Transactions at a time, of different companies: people's calls need connections too. */
  readonly running: number;
  /** Batches of one company that may wait. */
  readonly waiting: number;
  /** Characters of message text of one company that may wait, unless it is a single batch. */
  readonly size: number;
}

interface Waiting {
  readonly caller: IntakeCaller;
  readonly batch: PreparedBatch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const defaultLimits: Limits = { running: 4, waiting: 32, size: 16 * 1024 * 1024 };
/** Rows of conversations and messages that go into one transaction, where several batches wait. */
const groupRows = 4000;
const retryAfterSeconds = 1;

/**
 * The turns of companies: one transaction at a time for each, taking along whatever has come to wait meanwhile, so that
 * many small batches cost one commit.
 */
export function createIntakeQueue(store: StoreBatches, limits = defaultLimits): IntakeQueue {
  const lines = new Map<string, Waiting[]>();
  /** Companies whose turn has come or will come; a company that is being served is not among them. */
  const turns: string[] = [];
  const served = new Set<string>();
  const serve = () => {
    while (served.size < limits.running) {
      const companyId = turns.shift();
      if (companyId === undefined) return;
      const line = lines.get(companyId) ?? [];
      const group = line.splice(0, countGroup(line));
      served.add(companyId);
      void storeGroup(store, group).then(() => {
        served.delete(companyId);
        if (line.length > 0) turns.push(companyId);
        else lines.delete(companyId);
        serve();
      });
    }
  };
  return {
    add(caller, batch) {
      const { companyId } = caller;
      const line = lines.get(companyId) ?? [];
      const size = line.reduce((sum, each) => sum + each.batch.size, batch.size);
      const isFull = line.length >= limits.waiting || (line.length > 0 && size > limits.size);
      if (isFull) return Promise.reject(new Problem('intake.busy', { retryAfterSeconds }));
      return new Promise((resolve, reject) => {
        line.push({ caller, batch, resolve, reject });
        if (line.length === 1 && !served.has(companyId)) turns.push(companyId);
        lines.set(companyId, line);
        serve();
      });
    },
  };
}

/** How many of those that wait go together: what takes conversations away goes alone. */
function countGroup(line: readonly Waiting[]): number {
  let rows = 0;
  const end = line.findIndex(({ batch }, index) => {
    rows += batch.conversations.length + batch.messages.length + batch.statuses.length;
    return index > 0 && (rows > groupRows || isAlone(batch) || isAlone(line[0]?.batch));
  });
  return end === -1 ? line.length : end;
}

const isAlone = (batch: PreparedBatch | undefined) =>
  batch !== undefined && batch.removals.length + batch.moves.length > 0;

async function storeGroup(store: StoreBatches, group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  try {
    await store(
      first.caller,
      group.map(({ batch }) => batch),
    );
    for (const { resolve } of group) resolve();
  } catch (error) {
    if (group.length === 1 || error instanceof DatabaseUnavailable) {
      for (const { reject } of group) reject(error);
      return;
    }
    // What is wrong with one of them is not the fault of the others.
    for (const each of group) await storeGroup(store, [each]);
  }
}
