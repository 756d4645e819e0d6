import { expect, test } from 'vitest';
import { readMessages } from './reported-messages.ts';
import type { Value } from '../decode/otlp-values.ts';

const read = (value: Value) => readMessages(new Map([['gen_ai.input.messages', value]]), 'inputs').messages;
const listValues = (value: Value) =>
  read(value).map(({ parts }) => parts.map((part) => ('value' in part ? part.value : part.type)).join());

test.each<[string, Value, string[]]>([
  ['text', 'Hello', ['Hello']],
  ['a list of texts', '["one", "two"]', ['one', 'two']],
  [
    'contents of one message',
    [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ],
    ['one,two'],
  ],
  ['LangChain', { messages: [[{ type: 'human', content: 'one' }]] }, ['one']],
  ['a question inside an object', '{"question": "How many?"}', ['How many?']],
  ['an object of unknown shape', { days: 12 }, ['{"days":12}']],
  ['nothing', '{}', []],
  ['the last step of LangGraph', '"__end__"', []],
  ['the last step of LangGraph as text', '__end__', []],
  ['blanks', '  ', []],
  ['only a prompt', [{ role: 'system', content: 'Be kind.' }], []],
  [
    'JSON that the SDK cut off',
    '[{"role":"user","content":"one"},{"role":"user","con',
    ['one', '[truncated by the sender]'],
  ],
  ['JSON cut off in its first message', '[{"role":"user","content":"o', ['[truncated by the sender]']],
])('%s', (_, value, expected) => {
  expect(listValues(value).filter((text) => text !== '')).toEqual(expected);
});

test('truncates a text of 4 MB with a mark', () => {
  const [message] = read(JSON.stringify([{ role: 'user', content: 'x'.repeat(4_000_000) }]));
  const [part] = message?.parts ?? [];
  const value = part?.type === 'text' ? String(part.value) : '';
  expect(value.length).toBeLessThan(100_100);
  expect(value).toMatch(/x… \[truncated: 4000000 characters were sent\]$/);
});

test('keeps the latest messages of a 4 MB history whole, and marks in place of the others', () => {
  const history = Array.from({ length: 400 }, (_, index) => ({
    role: 'user',
    content: `${index} ${'x'.repeat(10_000)}`,
  }));
  const messages = read(JSON.stringify(history));
  expect(messages).toHaveLength(200);
  expect(JSON.stringify(messages).length).toBeLessThan(1_100_000);
  expect(messages.at(0)?.parts).toEqual([{ type: 'text', value: expect.stringContaining('truncated') }]);
  expect(JSON.stringify(messages.at(-1)?.parts)).toContain('399 xxx');
});

test('gives a message the same hash in every dialect', () => {
  const [one] = read([{ role: 'user', parts: [{ type: 'text', content: 'Hello' }] }]);
  const [other] = read('[{"role": "human", "content": " Hello\\n"}]');
  expect(one?.hash).toBe(other?.hash);
});
