import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { IntakeConversation } from '#contract/intake/intake.ts';
import { chooseBilled, chooseSkill, chooseUser } from './apply-rules.ts';
import { listTurns } from './list-turns.ts';
import { listRatings } from './list-ratings.ts';
import { mergeMessages } from './merge-messages.ts';
import type { ListedRating } from '../../ingest/normalize-batch.ts';
import type { MergedMessage } from './merge-messages.ts';
import type { AttributeRules } from '../../../../lib/attribute-values.ts';
import { least } from './order-facts.ts';
import type { PlacedFacts } from './place-facts.ts';
import type { SpanFacts, StoredFacts } from '../map/span-facts.ts';

const maxApiCalls = 1_000_000;

export interface DerivedConversation {
  readonly conversation: IntakeConversation;
  readonly ratings: readonly ListedRating[];
}

/** @param facts all facts of the conversation, by time */
export function deriveConversation(
  id: string,
  facts: readonly PlacedFacts[],
  { now, rules }: { readonly now: Date; readonly rules: AttributeRules },
): DerivedConversation {
  // Of complete trees only, because a missing outer span decides which messages belong to the conversation.
  const messages = mergeMessages(facts.filter(({ isClosed }) => isClosed));
  const ratings = listRatings(id, facts, messages);
  return { conversation: describe(id, facts, { now, rules, messages }), ratings };
}

function describe(
  id: string,
  facts: readonly PlacedFacts[],
  {
    now,
    rules,
    messages,
  }: { readonly now: Date; readonly rules: AttributeRules; readonly messages: readonly MergedMessage[] },
): IntakeConversation {
  const skill = chooseSkill(rules, facts, findBestSkill(facts));
  const user = chooseUser(
    rules,
    facts,
    findFirst(facts, (fact) => fact.user),
  );
  const approvedAt = findFirst(facts.toReversed(), (fact) => fact.approvedAt);
  const turns = listTurns(facts);
  const billed = chooseBilled(
    rules,
    facts,
    findFirst(facts, (fact) => fact.billed ?? null),
  );
  return {
    id,
    date: toInstant(getStart(facts)),
    reportedAt: now.toISOString(),
    ...(skill === undefined ? {} : { skill }),
    ...(user ? { user } : {}),
    status: deriveStatus(facts),
    apiCalls: Math.min(countApiCalls(facts), maxApiCalls),
    ...(approvedAt ? { approvedAt } : {}),
    messages: messages.map(toMessage),
    ...(turns.length > 0 && { turns }),
    // Also when empty, because a conversation without the field would imply one usage event.
    requests: listUsageEvents(facts, skill, rules),
    ...(billed === undefined ? {} : { billed }),
  };
}

const isSpan = ({ facts }: StoredFacts) => facts.kind === 'span';
const isTool = ({ facts }: StoredFacts) => facts.operation === 'execute_tool';

function toInstant(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}

/** The start of the first span, else of the first event. */
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

const toMessage = ({ id, atMs, isAssistant, author, parts }: MergedMessage) => ({
  id,
  date: toInstant(atMs),
  isAssistant,
  ...(author === '' ? {} : { author }),
  data: [...parts],
});

/** The status that the assistant reports, else one derived from the last turn. */
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

type UsageEvent = NonNullable<IntakeConversation['requests']>[number];

/**
 * One usage event for each outermost run of an agent or workflow with a skill, once its tree is complete; its id
 * is the one that the span names, else that of the span. Runs inside it are not billed again.
 */
function listUsageEvents(
  facts: readonly PlacedFacts[],
  general: string | undefined,
  rules: AttributeRules,
): UsageEvent[] {
  const own = new Set(facts);
  return [...Map.groupBy(facts, ({ run }) => run)].flatMap(([run, inside]) => {
    const skill = chooseSkill(rules, inside, findBestSkill(inside)) ?? general;
    if (run === null || !run.isClosed || run.facts.endMs === null || skill === undefined || !own.has(run)) return [];
    const date = new Date(Math.floor(run.facts.startMs)).toISOString();
    return [{ id: run.facts.request ?? `${run.traceId}:${run.spanId}`, skill, date }];
  });
}

/** The skill under the name of the best rank; of several the first. */
function findBestSkill(facts: readonly StoredFacts[]): string | undefined {
  const named = facts.flatMap(({ facts: { skill } }) => skill ?? []);
  const bestRank = least(named.map(({ rank }) => rank));
  return named.find(({ rank }) => rank === bestRank)?.text;
}
