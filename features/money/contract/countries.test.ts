import { expect, test } from 'vitest';
import { countries } from './countries.ts';

test('the list has as many countries as the world', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const codes = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
  // Codes that are no country of ISO 3166-1: exceptional and older ones, and groups.
  const others = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'];
  const known = codes.filter((code) => names.of(code) !== code && !others.includes(code));
  const current = known.filter((code) => new Intl.Locale('und', { region: code }).region === code);
  expect(countries).toHaveLength(current.length);
});

test('every country stands once in the list, in its order', () => {
  expect(new Set(countries).size).toBe(countries.length);
  expect(countries).toEqual(countries.toSorted((a, b) => a.localeCompare(b, 'en')));
});
