import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isGuessable } from './guessable.ts';

test.each([
  'changeme-changeme-changeme-changeme',
  'CHANGE_ME_to_something_long_and_random_0123',
  'change-this-secret-before-you-deploy-it',
  'please-change-this-in-production-12345',
  'replace-me-with-openssl-rand-hex-32-output',
  'REPLACE_WITH_32_RANDOM_CHARACTERS_OR_MORE',
  'your-secret-key-of-at-least-32-characters',
  'your_super_secret_key_goes_here_please',
  'insert-your-own-long-random-key-here-now',
  'supersecretsupersecretsupersecret1',
  'this-is-an-example-key-do-not-use-it-please',
  'my-very-secure-password-for-the-portal-1',
  'placeholder_placeholder_placeholder_12',
  'default-secrets-key-0123456789-abcdefgh',
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '98765432109876543210987654321098765',
  'k3yk3y9ak3yk3y9ak3yk3y9ak3yk3y9ak3y',
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx',
  'a_secret_key_that_is_long_enough_for_all',
])('%s is no secret', (secret) => {
  expect(isGuessable(secret)).toBe(true);
});

test('random secrets are, in each usual form', () => {
  const forms = (['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
    Array.from({ length: 2000 }, () => randomBytes(32).toString(encoding)),
  );
  expect(forms.filter((secret) => isGuessable(secret))).toEqual([]);
});

test.each([
  'correct horse battery staple umbrella kiosk',
  '0198c0de-7a31-7000-8d2f-51c7e09ab3f4',
  'Vj4@6hWzqYpP*9rKt2mBnXcL8sDfGg5aQ!',
])('%s is a secret', (secret) => {
  expect(isGuessable(secret)).toBe(false);
});
