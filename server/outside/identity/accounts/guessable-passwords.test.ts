import { expect, test } from 'vitest';
import { isPassword } from '#features/sign-in/contract/passwords.ts';
import { isGuessable } from './guessable-passwords.ts';

const known = { email: 'maarja.kask@northwind-timber.example', name: 'Maarja Kask', product: 'Steward' };

test.each([
  'Password1!',
  'P@ssw0rd',
  'Passw0rd!',
  'P@$$w0rd1',
  'Qwerty123!',
  'Welcome-1',
  'Letmein1!',
  'Abcdef1!',
  'Aa1!Aa1!',
  'Maarja1!',
  'Northwind1!',
  'Steward1!',
])('%s keeps the rule of section 5 and is guessable', async (password) => {
  expect(isPassword(password)).toBe(true);
  expect(await isGuessable(password, known)).toBe(true);
});

test.each(['Correct-Horse-9!', 'Xk7#pQ2!', 'Tallinn-rain-4-ever!', 'Lemiste-järv-7!'])(
  '%s is not',
  async (password) => {
    expect(isPassword(password)).toBe(true);
    expect(await isGuessable(password, known)).toBe(false);
  },
);
