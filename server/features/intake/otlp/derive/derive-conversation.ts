import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { IntakeConversation } from '#contract/intake/intake.ts';
import { findBestSkill } from './best-skill.ts';
import { listBilledRuns } from './billed-runs.ts';
import { mergeMessages } from './merge-messages.ts';
import { least } from './order-facts.ts';
import type { PlacedFacts } from './place-facts.ts';
import type { SpanFacts, StoredFacts } from '../map/span-facts.ts';

const maxApiCalls = 1_000_000;

/** A conversation as all of its facts show it, which come by time. */
export function deriveConversation(id: string, facts: readonly PlacedFacts[], now: Date): IntakeConversation {
  const skill = findBestSkill(facts);
  const user = findFirst(facts, (fact) => fact.user);
  const approvedAt = findFirst(facts.toReversed(), (fact) => fact.approvedAt);
  return {
    id,
    date: toInstant(getStart(facts)),
    reportedAt: now.toISOString(),
    ...(skill === undefined ? {} : { skill }),
    ...(user ? { user } : {}),
    status: deriveStatus(facts),
    apiCalls: Math.min(countApiCalls(facts), maxApiCalls),
    ...(approvedAt ? { approvedAt } : {}),
    messages: listMessages(facts),
    // Said also where it is none: otherwise a conversation with a skill is one billed run of it.
    requests: listBilledRuns(facts, skill),
  };
}

const isSpan = ({ facts }: StoredFacts) => facts.kind === 'span';
const isTool = ({ facts }: StoredFacts) => facts.operation === 'execute_tool';

function toInstant(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}

/** Of its first span; of its first event only where it has no span. */
function getStart(facts: readonly StoredFacts[]): number {
  const timed = facts.some(isSpan) ? facts.filter(isSpan) : facts;
  return least(timed.map(({ facts: { startMs } }) => startMs));
}

function findFirst<T>(facts: readonly StoredFacts[], get: (fact: SpanFacts) => T | null): T | undefined {
  for (const { facts: fact } of facts) {
    const value = get(fact);
    if (value !== null) return value;
  }
  return undefined;
}

/** Only of trees that are whole: before, nobody knows what was said and what its parts told each other. */
function listMessages(facts: readonly PlacedFacts[]): IntakeConversation['messages'] {
  return mergeMessages(facts.filter(({ isClosed }) => isClosed)).map(({ id, atMs, isAssistant, author, parts }) => ({
    id,
    date: toInstant(atMs),
    isAssistant,
    ...(author === '' ? {} : { author }),
    data: [...parts],
  }));
}

/** What the assistant itself says counts; else what the last turn looks like. */
function deriveStatus(facts: readonly PlacedFacts[]): ConversationStatus {
  const reported = findFirst(facts.toReversed(), ({ status }) => status);
  if (reported) return reported;
  const last = facts.findLast((fact) => isSpan(fact) && !fact.above) ?? facts.findLast(({ above }) => !above);
  const isOver = last ? last.isClosed : facts.some(({ isClosed }) => isClosed);
  if (!isOver) return 'Processing';
  if (last?.facts.isError) return 'Error';
  const tool = facts.findLast(isTool);
  if (tool && (tool.facts.errorType !== null || tool.facts.isError)) return 'Failed';
  return facts.some(({ facts: { isEscaped } }) => isEscaped) ? 'Escaped' : 'Completed';
}

function countApiCalls(facts: readonly StoredFacts[]): number {
  return facts.reduce((sum, fact) => sum + Number(isTool(fact)) + fact.facts.serverToolCalls, 0);
}
