import { expect, test } from 'vitest';
import { getMod97, isIban } from './mod97.ts';

test.each(['EE382200221020145685', 'DE89370400440532013000', 'GB82WEST12345698765432', 'NL91ABNA0417164300'])(
  '%s is an IBAN',
  (iban) => {
    expect(isIban(iban)).toBe(true);
  },
);

test.each(['EE382200221020145684', 'EE38 2200 2210 2014 5685', 'ee382200221020145685', '', 'EE38', 'XX'])(
  '%j is none',
  (text) => {
    expect(isIban(text)).toBe(false);
  },
);

test('the remainder is that of the whole number, also beyond 64 bits', () => {
  const digits = '3214282912345698765432161182';
  expect(getMod97(digits)).toBe(Number(BigInt(digits) % 97n));
});
