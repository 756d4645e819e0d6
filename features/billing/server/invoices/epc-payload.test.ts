import { expect, test } from 'vitest';
import { toEpcPayload } from './epc-payload.ts';

const transfer = {
  name: 'Steward OÜ',
  iban: 'EE382200221020145685',
  bic: 'HABAEE2X',
  amount: 12_345_600,
  reference: 'RF18539007547034',
};

test('the payload has the ten lines of version 002, the last of them the reference', () => {
  expect(toEpcPayload(transfer)).toBe(
    'BCD\n002\n1\nSCT\nHABAEE2X\nSteward OÜ\nEE382200221020145685\nEUR1234.56\n\nRF18539007547034',
  );
});

test('the bank’s code may be missing in version 002', () => {
  expect(toEpcPayload({ ...transfer, bic: null })?.split('\n')[4]).toBe('');
});

test.each([
  [100, 'EUR0.01'],
  [10_000, 'EUR1.00'],
  [9_999_999_999_900, 'EUR999999999.99'],
])('%d ten-thousandths are %s', (amount, text) => {
  expect(toEpcPayload({ ...transfer, amount })?.split('\n')[7]).toBe(text);
});

test.each([0, -100, 50, 9_999_999_999_900 + 100])('of %d ten-thousandths no transfer is made', (amount) => {
  expect(toEpcPayload({ ...transfer, amount })).toBeNull();
});

test('a name that would break the lines or is too long is cut', () => {
  const [name = ''] =
    toEpcPayload({ ...transfer, name: `A\nB ${'x'.repeat(100)}` })
      ?.split('\n')
      .slice(5) ?? [];
  expect(name).toBe(`A B ${'x'.repeat(66)}`);
});
