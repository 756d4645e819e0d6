import { describe, expect, it } from 'vitest';
import { isPassword } from '#features/sign-in/contract/passwords.ts';
import { normalizeRecoveryCode, recoveryCode, createTemporaryPassword } from './secrets.ts';

describe('made-up secrets', () => {
  it('for a first sign-in satisfy the password rule and differ', () => {
    const passwords = Array.from({ length: 200 }, createTemporaryPassword);
    expect(passwords.filter((password) => !isPassword(password))).toEqual([]);
    expect(new Set(passwords).size).toBe(200);
  });

  it('for recovery are read back in any case and without the dash', () => {
    const code = recoveryCode();
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(normalizeRecoveryCode(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
  });
});
