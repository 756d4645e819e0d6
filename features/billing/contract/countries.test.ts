import { expect, test } from 'vitest';
import { countries, findCountryCode, isInUnion, toVatPrefix } from './countries.ts';

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

test('every country has a code of its own, and its name is that of the code', () => {
  const found = countries.map((name) => findCountryCode(name) ?? '');
  expect(new Set(found).size).toBe(countries.length);
  expect(found.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const others = countries.filter((name) => names.of(findCountryCode(name) ?? '') !== name);
  // Names that the table spells in full, or without what the data puts behind.
  expect(
    others.filter((name) => !/Congo|Hong Kong|Macao|Myanmar|Palestine| and |^Saint |Cape|Cabo|Minor/.test(name)),
  ).toEqual([]);
  expect([findCountryCode('Atlantis'), findCountryCode(null), findCountryCode('Kosovo')]).toEqual([
    undefined,
    undefined,
    'XK',
  ]);
});

test('the Union has 27 member states, and Monaco for VAT', () => {
  const inUnion = countries.filter((name) => isInUnion(findCountryCode(name) ?? ''));
  expect(inUnion).toHaveLength(28);
  for (const name of [
    'United Kingdom',
    'Switzerland',
    'Norway',
    'United States',
    'Mexico',
    'Isle of Man',
    'Åland Islands',
  ]) {
    expect(inUnion).not.toContain(name);
  }
  expect(['GR', 'MC', 'SE'].map(toVatPrefix)).toEqual(['EL', 'FR', 'SE']);
});
