import { isTurn, isEndedSpan } from './list-turns.ts';
import type { Turns } from './failed-turns.ts';
import { toSender, type ListedRun } from './list-usage-events.ts';
import { matchTurns, type SameTurn, type SkillScopes, type SenderTurn } from './match-turns.ts';
import type { PlacedFacts } from './placed-facts.ts';

/**
 * The turns of a conversation, oldest first, each with what its senders report of it: one for each outermost run of an agent or
 * workflow whose tree is complete, and one for each outermost span that is inside none.
 * @param runs those that are billed
 */
export function listSenderTurns(turns: Turns, runs: readonly ListedRun[], scopes: SkillScopes): SameTurn[] {
  const billed = new Map(runs.map((each) => [each.run, each]));
  const reported = [...turns].flatMap(([top, all]): SenderTurn[] => {
    const facts = all.filter(({ isClosed }) => isClosed);
    if (!isTurn(facts)) return [];
    const run = billed.get(top);
    return [
      {
        top,
        facts,
        sender: run?.details.sender ?? toSender(findSpeaking(facts) ?? top),
        skill: run?.request.skill,
        request: top.facts.request ?? null,
      },
    ];
  });
  return matchTurns(reported, scopes);
}

/** The span of an assistant that is outermost, below those of servers. */
const findSpeaking = (facts: readonly PlacedFacts[]) =>
  facts.find((fact) => fact.facts.isRelevant && isEndedSpan(fact) && isTurn([fact]));
