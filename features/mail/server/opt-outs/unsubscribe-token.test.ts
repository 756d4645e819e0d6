import { expect, test } from 'vitest';
import { unsubscribeTokenMaxLength } from '#features/mail/contract/mail-kinds.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const secret = 'a secret of at least thirty-two characters';
const tokens = createUnsubscribeTokens(secret);
const unsubscription = {
  companyId: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  userId: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22',
  kind: 'spendingDigest' as const,
};

test('a token says who wants no more of what, and fits into the address of a mail', () => {
  const token = tokens.write(unsubscription);
  expect(tokens.read(token)).toEqual(unsubscription);
  expect(encodeURIComponent(token)).toBe(token);
  expect(token.length).toBeLessThanOrEqual(unsubscribeTokenMaxLength);
});

test('the same is written each time, by every portal with the same secret', () => {
  expect(createUnsubscribeTokens(secret).write(unsubscription)).toBe(tokens.write(unsubscription));
  expect(createUnsubscribeTokens(`${secret}!`).read(tokens.write(unsubscription))).toBeUndefined();
});

test.each([
  ['nothing', () => ''],
  ['another kind', (token: string) => token.replace('spendingDigest', 'maintenance')],
  ['a kind that there is not', (token: string) => token.replace('spendingDigest', 'everything')],
  ['somebody else', (token: string) => token.replace('6b1f0b7e', '6b1f0b7f')],
  ['another company', (token: string) => token.replace('9f8b2f57', '9f8b2f58')],
  ['a changed signature', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
  ['a shorter signature', (token: string) => token.slice(0, -1)],
  ['something behind it', (token: string) => `${token}\n`],
])('%s is no token', (_name, change) => {
  expect(tokens.read(change(tokens.write(unsubscription)))).toBeUndefined();
});
