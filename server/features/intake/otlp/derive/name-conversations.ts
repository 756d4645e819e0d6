import { least } from './order-facts.ts';
import type { PlacedFacts, PlacedTrace } from './place-facts.ts';

const ungroupedPrefix = 'ungrouped:';

/** The id of a conversation that nobody named: its trace, and that nobody did. */
export function getUngroupedId(traceId: string): string {
  return `${ungroupedPrefix}${traceId}`;
}

/**
 * To which conversation each span of a trace belongs. What the best of the names says counts; where a trace holds
 * several conversations, that of the outermost span around it, so that agents below one keep to its conversation.
 */
export function nameConversations({ traceId, facts }: PlacedTrace): Map<PlacedFacts, string> {
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
