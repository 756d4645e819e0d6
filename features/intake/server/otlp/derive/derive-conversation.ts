import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { IntakeConversation, IntakeRequest } from '#features/intake/contract/intake.ts';
import { chooseSkill, chooseUser } from './apply-rules.ts';
import { findBestSkill, listUsageEvents } from './list-usage-events.ts';
import { findFailedCall, groupTurns, type Turns } from './failed-turns.ts';
import { countApiCalls, isTool } from './list-calls.ts';
import { listRatings } from './list-ratings.ts';
import { listSenderTurns } from './list-sender-turns.ts';
import { listTurns } from './list-turns.ts';
import type { SameTurn, SkillScopes } from './match-turns.ts';
import type { MergedMessage } from './merge-messages.ts';
import { mergeComparedMessages } from './merge-sender-messages.ts';
import type { ListedRating, RunDetails } from '#domain/conversations/batches/normalize-batch.ts';
import type { AttributeRules } from '#server/lib/attribute-values.ts';
import { least } from './order-facts.ts';
import type { PlacedFacts } from './placed-facts.ts';
import type { SpanFacts, StoredFacts } from '../map/span-facts.ts';

const maxApiCalls = 1_000_000;

export interface DerivedConversation {
  readonly conversation: IntakeConversation;
  /** In the order of its requests. */
  readonly runs: readonly RunDetails[];
  readonly ratings: readonly ListedRating[];
  /** Ids of messages that were derived before another sender reported them too. */
  readonly withdrawn: readonly string[];
}

/** @param facts all facts of the conversation, by time */
export function deriveConversation(
  id: string,
  facts: readonly PlacedFacts[],
  deriving: DerivingOne,
): DerivedConversation {
  const skill = chooseSkill(deriving.rules, facts, findBestSkill(facts));
  const usage = listUsageEvents(facts, { ...deriving, general: skill });
  const groups = groupTurns(facts);
  const turns = listSenderTurns(groups, usage, deriving.scopes);
  // Of complete trees only, because a missing outer span decides which messages belong to the conversation.
  const closed = facts.filter(({ isClosed }) => isClosed);
  const { messages, withdrawn } = mergeComparedMessages(closed, turns);
  const ratings = listRatings(id, facts, messages);
  const requests = usage.map(({ request }) => request);
  const conversation = describe(id, facts, { ...deriving, skill, messages, requests, groups, turns });
  return { conversation, runs: usage.map(({ details }) => details), ratings, withdrawn };
}

interface DerivingOne {
  readonly now: Date;
  readonly rules: AttributeRules;
  /** `PlacedTrace.settledMs` by trace id. */
  readonly settledMs: ReadonlyMap<string, number | null>;
  readonly scopes: SkillScopes;
}

interface Described extends DerivingOne {
  readonly skill: string | undefined;
  readonly messages: readonly MergedMessage[];
  readonly requests: readonly IntakeRequest[];
  readonly groups: Turns;
  readonly turns: readonly SameTurn[];
}

function describe(
  id: string,
  facts: readonly PlacedFacts[],
  { now, rules, skill, messages, requests, groups, turns }: Described,
): IntakeConversation {
  const user = chooseUser(
    rules,
    facts,
    findFirst(facts, (fact) => fact.user),
  );
  const approvedAt = findFirst(facts.toReversed(), (fact) => fact.approvedAt);
  const listed = listTurns(turns);
  return {
    id,
    date: toInstant(getStart(facts)),
    reportedAt: now.toISOString(),
    ...(skill === undefined ? {} : { skill }),
    ...(user ? { user } : {}),
    status: deriveStatus(facts, groups),
    apiCalls: Math.min(countApiCalls(facts, turns), maxApiCalls),
    ...(approvedAt ? { approvedAt } : {}),
    messages: messages.map(toMessage),
    ...(listed.length > 0 && { turns: listed }),
    // Also when empty, because a conversation without the field would imply one usage event.
    requests: [...requests],
  };
}

const isSpan = ({ facts }: StoredFacts) => facts.kind === 'span';

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
function deriveStatus(facts: readonly PlacedFacts[], turns: Turns): ConversationStatus {
  const reported = findFirst(facts.toReversed(), ({ status }) => status);
  if (reported) return reported;
  const last = facts.findLast((fact) => isSpan(fact) && !fact.above) ?? facts.findLast(({ above }) => !above);
  const isOver = last ? last.isClosed : facts.some(({ isClosed }) => isClosed);
  if (!isOver) return 'Processing';
  const outermost = last?.run?.isMissing ? last.run : last;
  if (outermost?.facts.isError || hasFailed(last, turns)) return 'Error';
  return deriveOutcome(facts);
}

function hasFailed(outermost: PlacedFacts | undefined, turns: Turns): boolean {
  const turn = outermost && turns.get(outermost.run ?? outermost);
  return turn !== undefined && findFailedCall(turn) !== undefined;
}

/** Derives the status of a conversation whose last turn has ended without an error. */
function deriveOutcome(facts: readonly PlacedFacts[]): ConversationStatus {
  const tool = facts.findLast(isTool);
  if (tool && (tool.facts.errorType !== null || tool.facts.isError)) return 'Failed';
  return facts.some(({ facts: { isEscaped } }) => isEscaped) ? 'Escaped' : 'Completed';
}
