import { createCompanyBatcher } from '../../../database/company-batcher.ts';
import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import { Problem } from '../../../lib/request/problem.ts';
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
  /** Transactions at a time, of different companies. */
  readonly running: number;
  /** Batches of one company that may wait. */
  readonly waiting: number;
  /** Characters of message text of one company that may wait, unless it is a single batch. */
  readonly size: number;
}

const defaultLimits: Limits = { running: 4, waiting: 32, size: 16 * 1024 * 1024 };
/** Rows of conversations and messages that go into one transaction, where several batches wait. */
const groupRows = 4000;
const retryAfterSeconds = 1;

/** The turns of companies that report; what waits meanwhile goes together. */
export function createIntakeQueue(store: StoreBatches, limits = defaultLimits): IntakeQueue {
  const queue = createCompanyBatcher<PreparedBatch, void>(
    async (caller, batches) => {
      await store(caller, batches);
      return [];
    },
    {
      running: limits.running,
      countGroup,
      hasRoom: (line, batch) => {
        const size = line.reduce((sum, each) => sum + each.size, batch.size);
        return line.length === 0 || (line.length < limits.waiting && size <= limits.size);
      },
    },
  );
  return {
    async add(caller, batch) {
      const added = queue.add(caller, batch);
      if (!added) throw new Problem('intake.busy', { retryAfterSeconds });
      await added;
    },
  };
}

/** How many of those that wait go together: what takes conversations away goes alone. */
function countGroup(line: readonly PreparedBatch[]): number {
  let rows = 0;
  const end = line.findIndex((batch, index) => {
    rows += batch.conversations.length + batch.messages.length + batch.statuses.length;
    return index > 0 && (rows > groupRows || isAlone(batch) || isAlone(line[0]));
  });
  return end === -1 ? line.length : end;
}

const isAlone = (batch: PreparedBatch | undefined) =>
  batch !== undefined && batch.removals.length + batch.moves.length > 0;
