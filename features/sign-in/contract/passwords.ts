import * as z from 'zod';

/** The rule of section 5 for every chosen password. */
export const passwordRuleMessage =
  'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!';

const passwordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9\s]).{8,40}$/su;

export function isPassword(text: string): boolean {
  return passwordPattern.test(text);
}

export const Password = z
  .string({ error: 'Please input your Password!' })
  .min(1, { error: 'Please input your Password!', abort: true })
  .refine(isPassword, { error: passwordRuleMessage });
