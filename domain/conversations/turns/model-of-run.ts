import type { ModelledConversation } from '../../ledger/usage-models.ts';
import type { ConversationChange } from '../conversation.ts';
import { listTurns, type StoredTurns } from './stored-turns.ts';

/** By how much a run may be said to begin before its turn. */
const sameMs = 2000;

const timesOf = new WeakMap<StoredTurns, ReadonlyArray<{ readonly ms: number; readonly model: string }>>();

/**
 * The model of a run: that of the turn in which it took place, i.e. of the last turn that begins no later than the run, of those
 * that name a model; of a run before all of them, that of the first. Null where no turn names one.
 * @param occurredAt in milliseconds
 */
export function findModelOfRun(turns: StoredTurns | null | undefined, occurredAt: number): string | null {
  if (!turns || turns.columns.models === null) return null;
  const [only, ...others] = JSON.parse(turns.columns.models) as string[];
  if (only === undefined || others.length === 0) return only ?? null;
  const named = listNamed(turns);
  return (named.findLast(({ ms }) => ms <= occurredAt + sameMs) ?? named[0])?.model ?? null;
}

/** The turns that name a model, oldest first; read once, because a conversation can have many runs. */
function listNamed(turns: StoredTurns) {
  const known = timesOf.get(turns);
  if (known) return known;
  const named = listTurns(turns).flatMap(({ date, model }) =>
    model === undefined ? [] : { ms: Date.parse(date), model },
  );
  timesOf.set(turns, named);
  return named;
}

/** Changed conversations of which turns name models: runs of theirs that were recorded before may have one now. */
export const listModelled = (changes: readonly ConversationChange[]): ModelledConversation[] =>
  changes.flatMap(({ after }) =>
    after?.turns && after.turns.columns.models !== null
      ? { id: after.id, findModel: (occurredAt) => findModelOfRun(after.turns, occurredAt) }
      : [],
  );
