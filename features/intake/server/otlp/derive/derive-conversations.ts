import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { noRules, type AttributeRules } from '#server/lib/attribute-values.ts';
import type { ListedRating, MessageName, RunDetails } from '#domain/conversations/batches/normalize-batch.ts';
import { deriveConversation } from './derive-conversation.ts';
import { byTime, least } from './order-facts.ts';
import type { SkillScopes } from './match-turns.ts';
import { placeTrace, type PlacedTrace } from './place-facts.ts';
import type { PlacedFacts } from './placed-facts.ts';
import type { LoadedFacts } from '../map/span-facts.ts';

/** The conversation that one span or event was derived into. */
interface Counted {
  readonly fact: LoadedFacts;
  /** Null for a fact without a conversation so far. */
  readonly conversation: string | null;
  /** When to derive it again although nothing new arrives; null for never. */
  readonly dueMs: number | null;
}

export interface Derived {
  readonly conversations: readonly IntakeConversation[];
  /** By conversation, in the order of its requests. */
  readonly runs: ReadonlyMap<string, readonly RunDetails[]>;
  readonly ratings: readonly ListedRating[];
  readonly withdrawn: readonly MessageName[];
  /** The facts of the requested traces. */
  readonly counted: readonly Counted[];
  /** Conversations whose facts now belong to others: old id to new id. */
  readonly obsolete: ReadonlyMap<string, string>;
}

export interface Deriving {
  readonly now: Date;
  /** How the company maps attributes. */
  readonly rules?: AttributeRules;
  readonly scopes?: SkillScopes;
}

/**
 * Derives the conversations of these traces. The same facts give the same conversations in any order of arrival.
 * @param loaded the facts of the traces, and of all others that name one of their conversations
 */
export function deriveConversations(
  loaded: readonly LoadedFacts[],
  traceIds: readonly string[],
  { now, rules = noRules, scopes = new Map() }: Deriving,
): Derived {
  const asked = new Set(traceIds);
  const factsOfConversation = new Map<string, PlacedFacts[]>();
  const counted: Counted[] = [];
  const settledMs = new Map<string, number | null>();
  for (const [traceId, facts] of Map.groupBy(loaded, (fact) => fact.traceId)) {
    const trace = placeTrace(traceId, facts, now.getTime());
    settledMs.set(traceId, trace.settledMs);
    for (const [fact, id] of nameShownConversations(trace)) {
      counted.push({ fact, conversation: id, dueMs: trace.dueMs });
      if (id === null) continue;
      const others = factsOfConversation.get(id);
      if (others) others.push(fact);
      else factsOfConversation.set(id, [fact]);
    }
  }
  const own = counted.filter(({ fact }) => asked.has(fact.traceId));
  const ids = new Set(own.map(({ conversation }) => conversation));
  const derived = [...factsOfConversation]
    .filter(([id]) => ids.has(id))
    .map(([id, facts]) => deriveConversation(id, facts.toSorted(byTime), { now, rules, scopes, settledMs }));
  const conversations = derived.map(({ conversation }) => conversation);
  const ratings = derived.flatMap((each) => each.ratings);
  const runs = new Map(derived.map(({ conversation: { id }, runs: details }) => [id, details]));
  const withdrawn = derived.flatMap(({ conversation: { id: conversationId }, withdrawn: messages }) =>
    messages.map((id) => ({ conversationId, id })),
  );
  return { conversations, ratings, runs, withdrawn, counted: own, obsolete: findObsolete(counted) };
}

/** A trace without a conversation id waits for its root, which usually has one. */
function nameShownConversations(trace: PlacedTrace): [PlacedFacts, string | null][] {
  const { traceId, facts } = trace;
  const names = [...nameConversations(trace)];
  const isShown =
    facts.some(isOfConversation) && names.some(([fact, id]) => fact.isClosed || id !== getUngroupedId(traceId));
  return names.map(([fact, id]) => [fact, isShown ? id : null]);
}

/** Leaves out events that only rate a turn that is not known: they make no conversation. */
function isOfConversation({ facts: { isRelevant, kind, ratings, conversation } }: PlacedFacts): boolean {
  return isRelevant && (ratings === undefined || kind === 'span' || conversation !== null);
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

const ungroupedPrefix = 'ungrouped:';

/** The id of the conversation of a trace without a conversation id. */
function getUngroupedId(traceId: string): string {
  return `${ungroupedPrefix}${traceId}`;
}

/**
 * The conversation id of each span of a trace, by the name of the best rank. In a trace with several conversations a span
 * belongs to that of the outermost span around it, so that nested agents stay in one conversation.
 */
function nameConversations({ traceId, facts }: PlacedTrace): Map<PlacedFacts, string> {
  const named = facts.flatMap(({ facts: { conversation } }) => conversation ?? []);
  const bestRank = least(named.map(({ rank }) => rank));
  const best = named.filter(({ rank }) => rank === bestRank);
  const general = best[0]?.text ?? getUngroupedId(traceId);
  const outermost = new Map<PlacedFacts, string>();
  for (const fact of facts) {
    const own = fact.facts.conversation;
    const inherited = fact.above ? outermost.get(fact.above) : undefined;
    const id = inherited ?? (own?.rank === bestRank ? own.text : undefined);
    if (id !== undefined) outermost.set(fact, id);
  }
  return new Map(facts.map((fact) => [fact, outermost.get(fact) ?? general]));
}
