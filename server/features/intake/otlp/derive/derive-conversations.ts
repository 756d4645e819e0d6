import type { IntakeConversation } from '#contract/intake/intake.ts';
import { deriveConversation } from './derive-conversation.ts';
import { getUngroupedId, nameConversations } from './name-conversations.ts';
import { byTime } from './order-facts.ts';
import { placeTrace } from './place-facts.ts';
import type { PlacedFacts, PlacedTrace } from './place-facts.ts';
import type { LoadedFacts } from '../map/span-facts.ts';

/** What became of one span or event. */
interface Counted {
  readonly fact: LoadedFacts;
  /** Null where nothing was made of it so far. */
  readonly conversation: string | null;
  /** When it is looked at again, although nothing new has come; null for never. */
  readonly dueMs: number | null;
}

export interface Derived {
  readonly conversations: readonly IntakeConversation[];
  /** What became of the facts of the traces that were asked for. */
  readonly counted: readonly Counted[];
  /** Conversations that were made of facts which now belong to others, and to which each of them. */
  readonly obsolete: ReadonlyMap<string, string>;
}

/**
 * The conversations of these traces as all facts show them. The same facts make the same conversations, in whatever
 * order they came.
 * @param loaded the facts of the traces, and of all others that name one of their conversations
 */
export function deriveConversations(loaded: readonly LoadedFacts[], traceIds: readonly string[], now: Date): Derived {
  const asked = new Set(traceIds);
  const members = new Map<string, PlacedFacts[]>();
  const counted: Counted[] = [];
  for (const [traceId, facts] of Map.groupBy(loaded, (fact) => fact.traceId)) {
    const trace = placeTrace(traceId, facts, now.getTime());
    for (const [fact, id] of nameShownConversations(trace)) {
      counted.push({ fact, conversation: id, dueMs: trace.dueMs });
      if (id === null) continue;
      const others = members.get(id);
      if (others) others.push(fact);
      else members.set(id, [fact]);
    }
  }
  const own = counted.filter(({ fact }) => asked.has(fact.traceId));
  const ids = new Set(own.map(({ conversation }) => conversation));
  const conversations = [...members]
    .filter(([id]) => ids.has(id))
    .map(([id, facts]) => deriveConversation(id, facts.toSorted(byTime), now));
  return { conversations, counted: own, obsolete: findObsolete(counted) };
}

/** A trace that nobody has named a conversation for waits for its root, which mostly does. */
function nameShownConversations(trace: PlacedTrace): [PlacedFacts, string | null][] {
  const { traceId, facts } = trace;
  const names = [...nameConversations(trace)];
  const isShown =
    facts.some(({ facts: { isRelevant } }) => isRelevant) &&
    names.some(([fact, id]) => fact.isClosed || id !== getUngroupedId(traceId));
  return names.map(([fact, id]) => [fact, isShown ? id : null]);
}

function findObsolete(counted: readonly Counted[]): ReadonlyMap<string, string> {
  const current = new Set(counted.map(({ conversation }) => conversation));
  const obsolete = new Map<string, string>();
  for (const { fact, conversation } of counted) {
    const { countedAs } = fact;
    if (countedAs === null || conversation === null || current.has(countedAs) || obsolete.has(countedAs)) continue;
    obsolete.set(countedAs, conversation);
  }
  return obsolete;
}
