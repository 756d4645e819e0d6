import { toEmailKey } from '#contract/fields.ts';
import type { ReportedUser } from '#contract/intake.ts';

const collapse = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');

/** A skill's name as it is compared: NFC, lower case, single spaces. */
export function toSkillKey(name: string): string {
  return collapse(name).toLowerCase();
}

export const toSapKey = (sapId: string) => collapse(sapId).toUpperCase();

/**
 * Every way in which a report names its user, the most certain first. Names alone count only where there is nothing
 * else: two people may share them.
 */
export function toUserKeys({ id, email, sapId, firstName, lastName }: ReportedUser): string[] {
  const keys: string[] = [];
  if (id !== undefined) keys.push(`id:${id}`);
  if (email?.trim()) keys.push(`email:${toEmailKey(email.trim())}`);
  if (sapId?.trim()) keys.push(`sap:${toSapKey(sapId)}`);
  const fullName = collapse(`${firstName ?? ''} ${lastName ?? ''}`).toLowerCase();
  if (keys.length === 0 && fullName !== '') keys.push(`name:${fullName}`);
  return keys;
}
