import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import type { BatchItems } from './batch.ts';
import type { IntakeQueue } from './intake-queue.ts';
import { prepareBatch } from './normalize-batch.ts';

export interface IntakeDependencies {
  /** One for the whole program, so that every way in takes its turn. */
  readonly queue: IntakeQueue;
}

export interface TakenBatch {
  /** Items that are stored now, repeated ones included. */
  readonly accepted: number;
}

/**
 * Stores what an assistant reports, with ledger and roll-ups, in one transaction; durable when this answers. Items may
 * repeat, arrive late or in any order: the sender's ids and clock decide.
 * @throws Problem `intake.busy` where too much of this company is waiting; DatabaseUnavailable
 */
export async function takeBatch(
  { queue }: IntakeDependencies,
  caller: IntakeCaller,
  items: BatchItems,
): Promise<TakenBatch> {
  await queue.add(caller, prepareBatch(items));
  return { accepted: items.conversations.length + items.messages.length + items.statuses.length };
}
