import { expect, test } from 'vitest';
import { countMasked } from './count-masked.ts';
import { readMessages } from './read-messages.ts';

const masking = { shown: [], patterns: [{ name: 'our "no"', pattern: 'C-\\d{4}' }] };
const read = (...parts: object[]) =>
  readMessages({ masking, counts: true, messages: [{ author: 'Kalle', parts: JSON.stringify(parts) }] })[0]?.masked;

test('values are counted by what stands in their place', () => {
  const stored = ['kalle@a.example, mari@a.example', 'C-1234'];
  expect(countMasked(masking, stored, ['[e-mail], [e-mail]', '[our "no"]'])).toBe(3);
  expect(countMasked(undefined, stored, stored)).toBe(0);
});

test('a label that was reported is no masked value', () => {
  expect(countMasked(masking, 'Write to [e-mail]', 'Write to [e-mail]')).toBe(0);
  expect(countMasked(masking, '[e-mail] or kalle@a.example', '[e-mail] or [e-mail]')).toBe(1);
});

test('the values of a message are counted, not the numbers that stay', () => {
  expect(read({ type: 'text', value: 'kalle@a.example or C-1234' })).toBe(2);
  expect(read({ type: 'text', value: 'Order 4500012345 is blocked.' })).toBe(0);
  expect(read({ type: 'formResult', username: 'KALLE', e_mail: 'kalle@a.example', reason: 'Leave' })).toBe(2);
  expect(
    read({ type: 'chart', title: 'Sum', labels: ['May'], series: [{ name: 'A', values: [12_345_678_901] }] }),
  ).toBe(0);
  const card = {
    type: 'chart',
    title: 'Card',
    labels: ['May'],
    series: [{ name: 'A', values: [4_111_111_111_111_111] }],
  };
  expect(read(card)).toBe(1);
});

test('an author that is an address counts with the message', () => {
  const messages = [{ author: 'kalle@a.example', parts: '[]' }];
  expect(readMessages({ masking, messages, counts: true })[0]?.masked).toBe(1);
  expect(readMessages({ masking: undefined, messages, counts: true })[0]).not.toHaveProperty('masked');
});
