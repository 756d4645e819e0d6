import { conversationStatuses } from '#contract/conversations/conversations.ts';
import type { IntakeConversation, ReportedUser, Turn } from '#features/intake/contract/intake.ts';
import type { Rating } from '#features/intake/contract/ratings.ts';
import { createRandom } from '#demo-assistant/random.ts';

const { fraction } = createRandom('figures and log');
const below = (count: number) => Math.floor(fraction() * count);
const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;

const reasons = ['RateLimitError', 'Card of Tamm declined', 'Card of Kask declined', '503 again, [Name]', 'Timeout'];

const makeTurn = (date: string): Turn => ({
  date,
  ...(fraction() < 0.8 && { durationMs: below(20_000) }),
  ...(fraction() < 0.8 && { model: pick(['gpt-5.1', 'large', 'small']) }),
  inputTokens: below(500),
  ...(fraction() < 0.3 && { errorType: pick(reasons) }),
  ...(fraction() < 0.5 && {
    tools: Array.from({ length: 1 + below(3) }, () => ({
      name: pick(['find_order', 'book', 'mail Tamm']),
      ...(fraction() < 0.3 && { error: 'It failed.' }),
    })),
  }),
});

const { chance, pick: pickRating } = createRandom('ratings');
const scores = [1, 2, 3, 4, 5] as const;

const makeRating = (): Rating =>
  chance(0.7)
    ? { value: pickRating(['positive', 'positive', 'negative', 'none'] as const) }
    : { score: pickRating(scores), min: 1, max: 5 };

/** A conversation of October or November 2026 with everything that figures count. */
export function makeConversation(place: number, people: readonly ReportedUser[]): IntakeConversation {
  // Also around the change of the clocks and the ends of the range.
  const date = new Date(Date.parse('2026-09-28T00:00:00Z') + below(50 * 24 * 60) * 60_000).toISOString();
  return {
    id: `c ${place}`,
    date,
    ...(fraction() < 0.9 && { skill: pick(['Leave', 'Orders', 'Travel', 'Password', 'Stock', 'Invoices', 'Unused']) }),
    ...(fraction() < 0.9 && { user: pick(people) }),
    status: pick(conversationStatuses),
    apiCalls: below(9),
    messages: Array.from({ length: below(4) }, (_, index) => ({
      id: `m ${place} ${index}`,
      date,
      isAssistant: index % 2 === 1,
      data: [{ type: 'text', value: 'Hello' }],
    })),
    ...(chance(0.4) && { rating: makeRating() }),
    ...(fraction() < 0.7 && { turns: Array.from({ length: 1 + below(3) }, () => makeTurn(date)) }),
    ...(fraction() < 0.5 && {
      requests: Array.from({ length: below(3) }, (_, index) => ({ id: `r ${place} ${index}` })),
    }),
  };
}

/** Reported users of the conversations; the fourth is to be mapped. */
export const listPeople = (): ReportedUser[] => [
  { id: 'a', firstName: 'Anna', lastName: 'Arro' },
  { id: 'b', email: 'bert@partner.example' },
  { id: 'c', firstName: 'Cleo' },
  { email: 'mapped@acme.example', firstName: 'M.' },
  { id: 'd' },
  { id: 'e', firstName: 'Egon', lastName: 'Els' },
  { id: 't', firstName: 'Tester', isTechnical: true },
];
