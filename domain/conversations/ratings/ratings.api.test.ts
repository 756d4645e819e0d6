import { beforeEach, expect, test } from 'vitest';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { AnswerStats } from '#features/dashboard/contract/answers.ts';
import { listGiven, type StoredRating } from '#server/lib/ratings.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { makeSender, type Sender } from '#features/intake/server/testing/sender.ts';

const portal = useTestPortal();

let sender: Sender;
let reader: TestUser;

beforeEach(async () => {
  sender = await makeSender(portal());
  reader = await portal().makeUser(sender.companyId, { roles: ['SuperAdmin'] });
});

const at = (minutes: number) => new Date(portal().clock.now().getTime() - (60 - minutes) * 60_000).toISOString();
const question = (id = 'q') => ({
  id,
  date: at(0),
  isAssistant: false,
  data: [{ type: 'text' as const, value: 'Hi' }],
});
const answer = (id = 'a') => ({ ...question(id), date: at(1), isAssistant: true });
const makeConversation = (id = 'c') => ({ id, date: at(0), messages: [question(), answer()] });

async function readRatings(): Promise<Array<[string | null, string, string | null]>> {
  const rows = await sender.rows('conversations', 'external_id');
  expect(await sender.verify()).toEqual([]);
  return rows.flatMap(({ ratings }) =>
    listGiven((ratings ?? []) as StoredRating[]).map(
      ({ message, value, comment }): [string | null, string, string | null] => [message, value, comment ?? null],
    ),
  );
}

const byColumn = async () => (await sender.rows('conversations', 'external_id')).map(({ rating }) => rating);

test('a rating comes with its message, with the conversation, or later, and is stored once', async () => {
  const { messages, ...conversation } = makeConversation();
  const [first, second] = messages;
  if (!first || !second) throw new Error('There are two.');
  const rated = { ...conversation, messages: [first, { ...second, rating: { value: 'positive' as const } }] };
  await sender.send({ conversations: [{ ...rated, rating: { score: 3, min: 1, max: 5 } }] });
  expect(await readRatings()).toEqual([
    [null, 'neutral', null],
    [toRecordId('a'), 'positive', null],
  ]);
  expect(await byColumn()).toEqual([1]);
  const changed = { conversationId: 'c', messageId: 'a', date: at(9), value: 'negative' as const, comment: ' Wrong ' };
  for (let times = 0; times < 2; times += 1) await sender.send({ ratings: [changed] });
  expect(await readRatings()).toContainEqual([toRecordId('a'), 'negative', 'Wrong']);
  expect(await byColumn()).toEqual([3]);
  // Older ones change nothing, and a later one takes it back.
  await sender.send({ conversations: [rated], ratings: [{ ...changed, date: at(8), value: 'positive' }] });
  expect(await byColumn()).toEqual([3]);
  await sender.send({ ratings: [{ conversationId: 'c', messageId: 'a', date: at(10), value: 'none' }] });
  expect(await readRatings()).toEqual([[null, 'neutral', null]]);
  expect(await byColumn()).toEqual([2]);
});

test('a rating that arrives before its conversation waits for it', async () => {
  const rating = { conversationId: 'c', messageId: 'a', date: at(2), value: 'negative' as const, comment: ' Wrong ' };
  await sender.send({ ratings: [rating] });
  expect(await byColumn()).toEqual([3]);
  await sender.send({ conversations: [makeConversation()] });
  expect(await readRatings()).toEqual([[toRecordId('a'), 'negative', 'Wrong']]);
});

test.each([
  [{ value: 'positive', score: 1 }, 'value: A rating has either a value or a score.'],
  [{}, 'value: A rating has either a value or a score.'],
  [{ score: 4 }, 'max: A score needs the highest value of its scale.'],
  [{ score: 4, max: 3 }, 'score: The score must be on its scale.'],
  [{ score: 4, min: 5, max: 5 }, 'max: The highest value must be above the lowest.'],
  [{ value: 'good' }, 'value: The value must be positive, negative or none.'],
  [{ value: 'positive', comment: 'x'.repeat(2001) }, expect.stringContaining('comment: ') as string],
  [{ value: 'positive', date: '2001-01-01T00:00:00Z' }, 'date: This is more than 10 years ago.'],
])('%j is rejected with its reason', async (rating, reason) => {
  const item = { conversationId: 'c', date: at(2), ...rating };
  const { body } = await sender.post({ ratings: [item], conversations: [{ ...makeConversation(), rating }] });
  expect(body).toMatchObject({
    rejected: [
      { kind: 'conversations', reasons: [expect.anything()] },
      { kind: 'ratings', id: 'c', reasons: [reason] },
    ],
  });
});

test('a thousand ratings of one conversation are one write, and no more are kept', async () => {
  const ratings = Array.from({ length: 1000 }, (_, place) => ({
    conversationId: 'c',
    messageId: `m ${place}`,
    date: at(place % 50),
    value: 'positive' as const,
  }));
  await sender.send({ ratings });
  await sender.send({ ratings: ratings.map((each) => ({ ...each, messageId: `other ${each.messageId}` })) });
  expect(await readRatings()).toHaveLength(1000);
});

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const called = await portal().call(path, { as: reader, ...(body && { body }) });
  expect({ path, status: called.status }).toEqual({ path, status: 200 });
  return called.body as Answer;
}

test('the log filters by ratings, the dashboard counts them, and the transcript shows them masked', async () => {
  const comment = 'Ask mari@acme.example instead';
  await sender.send({
    conversations: ['c', 'd', 'e'].map(makeConversation),
    ratings: [
      { conversationId: 'c', messageId: 'a', date: at(3), score: 1, min: 1, max: 5, comment },
      { conversationId: 'd', date: at(3), value: 'positive' },
    ],
  });
  const { payloads } = await ask<{ payloads: ListedConversation[] }>('/analytics/logs', { ratings: ['negative'] });
  expect(payloads.map(({ rating }) => rating)).toEqual(['negative']);
  const details = await ask<ConversationDetails>(`/analytics/logs/${payloads[0]?._id}`);
  const messages = await ask<Array<{ id: string; isAssistant: boolean }>>(
    `/analytics/logs/conversation/${payloads[0]?._id}`,
  );
  expect(details.ratings).toEqual([
    {
      messageId: messages.find(({ isAssistant }) => isAssistant)?.id,
      date: at(3),
      value: 'negative',
      score: 1,
      min: 1,
      max: 5,
      comment: 'Ask [e-mail] instead',
    },
  ]);
  const stats = await ask<AnswerStats>('/analytics/answers');
  expect(stats.ratings).toEqual({ positive: 1, neutral: 0, negative: 1 });
  expect(stats.previous.ratings).toEqual({ positive: 0, neutral: 0, negative: 0 });
});
