import type { Database } from '#server/database/open-database.ts';
import type { Uses } from '#server/portal/portal.ts';
import { createCompanyBatcher } from '#server/database/company-batcher.ts';
import type { IntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Batch } from './normalize-batch.ts';
import { persistBatches } from './persist-batches.service.ts';

declare module '../../../server/portal/portal.ts' {
  interface Portal {
    /** One per process, so that the batches of both intake endpoints share its limits. */
    readonly intakeQueue: IntakeQueue;
    /** Its transactions share the few connections of the intake. */
    readonly intakeDatabase: Database;
  }
}

export interface IntakeQueue {
  /**
   * Stores what an assistant reports, with usage events and roll-ups, in its company's next transaction; durable when this
   * resolves. Items may repeat, arrive late or in any order: the sender's ids and clock decide.
   * @returns the ids of conversations of which nothing is stored, because they were deleted
   * @throws Problem `intake.busy` where too many of the company's batches wait, or what persisting threw
   */
  add(caller: IntakeCaller, batch: Batch): Promise<ReadonlySet<string>>;
}

interface QueueLimits {
  /** Transactions at a time, of different companies. */
  readonly running: number;
  /** Batches of one company that may wait. */
  readonly waiting: number;
  /** Characters of message text of one company that may wait, unless it is a single batch. */
  readonly size: number;
}

const defaultLimits: QueueLimits = { running: 4, waiting: 32, size: 16 * 1024 * 1024 };
/** Conversations, messages, statuses and ratings in one transaction, where several batches wait. */
const maxGroupItems = 4000;
const retryAfterSeconds = 1;

/** Each company's batches run one transaction after the other; batches that wait meanwhile share the next one. */
export function createIntakeQueue(
  portal: Uses<'database' | 'changes' | 'clock'>,
  { limits = defaultLimits, persist = persistBatches } = {},
): IntakeQueue {
  const batcher = createCompanyBatcher<Batch, ReadonlySet<string>>(
    async (caller, batches) => {
      const deleted = await persist(portal, caller, batches);
      portal.changes.announce(caller.companyId);
      return batches.map(() => deleted);
    },
    {
      running: limits.running,
      countGroup,
      hasRoom: (waiting, batch) => {
        const size = waiting.reduce((sum, each) => sum + each.size, batch.size);
        return waiting.length === 0 || (waiting.length < limits.waiting && size <= limits.size);
      },
    },
  );
  return {
    async add(caller, batch) {
      const added = batcher.add(caller, batch);
      if (!added) throw new Problem('intake.busy', { retryAfterSeconds });
      return added;
    },
  };
}

/** How many of the waiting batches share a transaction: a batch with removals or moves runs alone. */
function countGroup(waiting: readonly Batch[]): number {
  let items = 0;
  const end = waiting.findIndex((batch, index) => {
    items += batch.conversations.length + batch.messages.length + batch.statuses.length + batch.ratings.length;
    return index > 0 && (items > maxGroupItems || runsAlone(batch) || runsAlone(waiting[0]));
  });
  return end === -1 ? waiting.length : end;
}

const runsAlone = (batch: Batch | undefined) => batch !== undefined && batch.removals.length + batch.moves.length > 0;
