import { expect, test } from 'vitest';
import { getTotp, getTotpStep } from './totp.ts';

test('the codes are those of the examples in RFC 6238', () => {
  // The secret of appendix B, '12345678901234567890', in base 32; the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(getTotp(secret, getTotpStep(59_000))).toBe('287082');
  expect(getTotp(secret, getTotpStep(1_111_111_109_000))).toBe('081804');
  expect(getTotp(secret, getTotpStep(20_000_000_000_000))).toBe('353130');
});
