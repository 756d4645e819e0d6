import { expect, test } from 'vitest';
import type { ConversationTurn } from '#features/conversation-log/contract/turns.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { buildThread } from './conversation-thread.ts';

const at = (second: number) => `2026-11-10T09:00:${String(second).padStart(2, '0')}.000Z`;
const say = (second: number, isAssistant: boolean): HistoryMessage => ({
  id: `${second}`,
  _id: `${second}`,
  isAssistant,
  author: 'A',
  date: at(second),
  loading: false,
  hide: false,
  data: [{ type: 'text', value: 'Words' }],
});
const question = (second: number) => say(second, false);
const answer = (second: number) => say(second, true);
const turn = (second: number): ConversationTurn => ({ date: at(second), tools: [] });

const keysOf = (...thread: Parameters<typeof buildThread>) =>
  buildThread(...thread)
    .filter(({ kind }) => kind !== 'day')
    .map((item) => (item.kind === 'turn' ? `turn ${item.turn.date.slice(17, 19)}` : item.key));

test('a turn stands between its question and its answer, which may have the instant of the question', () => {
  const messages = [question(1), answer(3), question(5), answer(6)];
  expect(keysOf({ messages, turns: [turn(1), turn(5)] }, 'UTC')).toEqual([
    'message 1',
    'turn 01',
    'message 3',
    'message 5',
    'turn 05',
    'message 6',
  ]);
});

test('a turn without an answer stands below its question, and one without messages has its day', () => {
  expect(keysOf({ messages: [question(1)], turns: [turn(1), turn(2)] }, 'UTC')).toEqual([
    'message 1',
    'turn 01',
    'turn 02',
  ]);
  expect(buildThread({ messages: [], turns: [turn(1)] }, 'UTC').map(({ kind }) => kind)).toEqual(['day', 'turn']);
});

test('a rating stands at its message', () => {
  const messages = [question(1), answer(2)];
  const rating = { messageId: '2', value: 'negative' as const, date: '2026-11-01T08:00:00Z' };
  const items = buildThread({ messages, turns: [], ratings: [rating] }, 'UTC');
  expect(items.flatMap((item) => (item.kind === 'message' ? [item.rating] : []))).toEqual([undefined, rating]);
});
