import type { IntakeConversation } from '#contract/intake/intake.ts';
import { findBestSkill } from './best-skill.ts';
import type { PlacedFacts } from './place-facts.ts';

type Request = NonNullable<IntakeConversation['requests']>[number];

/**
 * The outermost runs of agents and workflows, each one request; what runs inside them is not billed again, and nothing
 * is before its tree is whole. Without any skill it is no run of a skill.
 */
export function listBilledRuns(facts: readonly PlacedFacts[], general: string | undefined): Request[] {
  const own = new Set(facts);
  return [...Map.groupBy(facts, ({ run }) => run)].flatMap(([run, inside]) => {
    const skill = findBestSkill(inside) ?? general;
    if (run === null || !run.isClosed || run.facts.endMs === null || skill === undefined || !own.has(run)) return [];
    const date = new Date(Math.floor(run.facts.startMs)).toISOString();
    return [{ id: `${run.traceId}:${run.spanId}`, skill, date }];
  });
}
