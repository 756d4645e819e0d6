import type * as z from 'zod';
import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { IntakeBatch } from '#features/intake/contract/intake.ts';

export type Batch = z.input<typeof IntakeBatch>;

type Conversation = NonNullable<Batch['conversations']>[number];
type Message = NonNullable<Batch['messages']>[number];

interface Dice {
  readonly chance: (part: number) => boolean;
  readonly below: (limit: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
  /** An instant of the last hundred days. */
  readonly date: () => string;
}

const dayMs = 86_400_000;

/**
 * Generates batches that report the same few conversations repeatedly: in parts, late, contradictory, with changing
 * dates, skills and users. Every fifth batch repeats an earlier one.
 */
export function createBatches(random: () => number, now: Date): () => Batch {
  const below = (limit: number) => Math.floor(random() * limit);
  const dice: Dice = {
    below,
    chance: (part) => random() < part,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from.');
      return value;
    },
    date: () => new Date(now.getTime() - below(100 * dayMs)).toISOString(),
  };
  const sent: Batch[] = [];
  return () => {
    if (sent.length > 0 && dice.chance(0.2)) return dice.pick(sent);
    const list = <T>(make: () => T) => Array.from({ length: below(8) }, make);
    const batch = {
      conversations: list(() => makeConversation(dice)),
      messages: keepDistinct(list(() => ({ conversationId: makeId(dice), ...makeMessage(dice) }))),
      statuses: list(() => ({
        conversationId: makeId(dice),
        status: dice.pick(conversationStatuses),
        date: dice.date(),
      })),
      ratings: list(() => ({
        conversationId: makeId(dice),
        ...(dice.chance(0.7) && { messageId: `message ${dice.below(6)}` }),
        ...makeRating(dice),
      })),
    };
    if (dice.chance(0.2)) batch.conversations.push(...batch.conversations.slice(0, 2));
    sent.push(batch);
    return batch;
  };
}

const makeId = ({ below }: Dice) => `conversation ${below(60)}`;

function makeConversation(dice: Dice): Conversation {
  const { chance, below, pick, date } = dice;
  return {
    id: makeId(dice),
    date: date(),
    ...(chance(0.7) && { reportedAt: date() }),
    ...(chance(0.8) && { skill: pick(['Leave', ' leave ', 'Invoices', 'Passwords', 'Ünknown  thing', '']) }),
    ...(chance(0.8) && { user: makeUser(dice) }),
    ...(chance(0.6) && { status: pick(conversationStatuses) }),
    ...(chance(0.5) && { apiCalls: below(9) }),
    ...(chance(0.2) && { approvedAt: date() }),
    ...(chance(0.7) && { messages: keepDistinct(Array.from({ length: below(5) }, () => makeMessage(dice))) }),
    ...(chance(0.2) && { rating: makeRating(dice) }),
    ...(chance(0.6) && { turns: Array.from({ length: below(4) }, () => makeTurn(dice)) }),
    ...(chance(0.4) && { requests: Array.from({ length: below(3) }, () => makeRequest(dice)) }),
  };
}

/** Two messages of one id in one list are rejected. */
const keepDistinct = <Item extends { id: string; conversationId?: string }>(messages: readonly Item[]): Item[] => [
  ...new Map(messages.map((message) => [`${message.conversationId ?? ''} ${message.id}`, message])).values(),
];

function makeUser({ chance, below }: Dice) {
  const who = below(12);
  return {
    ...(chance(0.7) && { id: `u-${who}` }),
    ...(chance(0.5) && { email: `User-${who}@Test.example` }),
    ...(chance(0.3) && { sapId: `sap${who}` }),
    ...(chance(0.5) && { firstName: 'Mari', lastName: `Kask ${who}` }),
    ...(chance(0.2) && { isTechnical: chance(0.5) }),
  };
}

function makeMessage({ chance, below, date, pick }: Dice): Omit<Message, 'conversationId'> {
  return {
    id: `message ${below(6)}`,
    date: date(),
    isAssistant: chance(0.5),
    ...(chance(0.3) && { loading: chance(0.5) }),
    ...(chance(0.2) && { hide: chance(0.7) }),
    data: [{ type: 'text', value: `<b>${below(1000)}</b> 🙂 "\\` }],
    ...(chance(0.2) && { rating: makeRating({ chance, below, date, pick }) }),
  };
}

function makeRating({ chance, below, pick, date }: Dice) {
  const judged = chance(0.6)
    ? { value: pick(['positive', 'negative', 'none'] as const) }
    : { score: 1 + below(5), min: 1, max: 5 };
  return { date: date(), ...judged, ...(chance(0.3) && { comment: pick(['Wrong "\\', '🙂']) }) };
}

function makeTurn({ chance, below, pick, date }: Dice) {
  return {
    date: date(),
    ...(chance(0.8) && { durationMs: pick([0, 15, 16, 19, 20, below(100_000), 86_400_000]) }),
    ...(chance(0.8) && { model: pick(['gpt-5.1', ' gpt-5.1 ', 'small', '']) }),
    ...(chance(0.7) && { inputTokens: below(5000), outputTokens: pick([0, below(900), 1_000_000_000]) }),
    ...(chance(0.2) && { error: pick(['429 for org-12', 'no answer']) }),
    ...(chance(0.2) && { errorType: pick(['RateLimitError', '  ']) }),
    ...(chance(0.4) && {
      tools: Array.from({ length: below(4) }, () => ({
        name: pick(['find', 'order', 'a "b" \\']),
        ...(chance(0.3) && { error: 'no such order' }),
      })),
    }),
  };
}

function makeRequest({ chance, below, pick, date }: Dice) {
  return {
    id: `run ${below(200)}`,
    ...(chance(0.5) && { skill: pick(['Leave', 'Invoices', 'Something new']) }),
    ...(chance(0.5) && { date: date() }),
  };
}
