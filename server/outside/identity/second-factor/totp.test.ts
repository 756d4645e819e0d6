import { describe, expect, it } from 'vitest';
import { base32, findTotpStep, totpCode, totpStep, totpUri } from './totp.ts';

/** The key of RFC 6238, appendix B; its eight digits end in our six. */
const rfcSecret = '12345678901234567890';

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %d seconds are those of RFC 6238', (seconds, code) => {
    expect(totpCode(rfcSecret, totpStep(new Date(seconds * 1000)))).toBe(code);
  });

  it('count for the present and the previous step, not for the next or an older one', () => {
    const now = new Date(1_800_000_000_000);
    const present = totpStep(now);
    const found = [-2, -1, 0, 1].map((offset) => findTotpStep(rfcSecret, totpCode(rfcSecret, present + offset), now));
    expect(found).toEqual([undefined, present - 1, present, undefined]);
  });

  it('reach the app as an otpauth address with the secret in base32', () => {
    expect(base32('foobar')).toBe('MZXW6YTBOI');
    expect(totpUri({ secret: base32('foobar'), issuer: 'My Portal', email: 'a+b@example.test' })).toBe(
      'otpauth://totp/My%20Portal:a%2Bb%40example.test?secret=MZXW6YTBOI&issuer=My%20Portal&digits=6&period=30',
    );
  });
});
