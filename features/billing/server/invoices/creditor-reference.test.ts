import { expect, test } from 'vitest';
import { getMod97 } from '#server/lib/crypto/mod97.ts';
import { groupByFour, toCreditorReference } from './creditor-reference.ts';

test('the example of the standard has its check digits', () => {
  expect(toCreditorReference('539007547034')).toBe('RF18539007547034');
});

test.each([
  ['ACME-2026-0007', /^RF\d\dACME20260007$/],
  ['pärnu/7', /^RF\d\dPARNU7$/],
  ['a b/c', /^RF\d\dABC$/],
  ['№', /^RF\d\dNO$/],
  ['発票', /^RF\d\d[0-9A-F]{8}$/],
  ['Arve 7 発票', /^RF\d\dARVE7[0-9A-F]{8}$/],
  ['🧾🧾', /^RF\d\d[0-9A-F]{8}$/],
  ['X'.repeat(60), /^RF\d\dX{13}[0-9A-F]{8}$/],
])('the number %j becomes a reference that every bank can check', (number, form) => {
  const reference = toCreditorReference(number);
  expect(reference).toMatch(form);
  expect(reference).toMatch(/^RF\d\d[A-Z0-9]{1,21}$/);
  expect(getMod97(reference.slice(4) + reference.slice(0, 4))).toBe(1);
});

test('long numbers that begin alike have references of their own', () => {
  const [one, other] = ['1', '2'].map((end) => toCreditorReference(`${'7'.repeat(40)}${end}`));
  expect(one).not.toBe(other);
});

test('references are read in groups of four', () => {
  expect(groupByFour('RF18539007547034')).toBe('RF18 5390 0754 7034');
});
