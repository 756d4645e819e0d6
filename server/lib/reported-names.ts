import { hash } from 'node:crypto';
import { toEmailKey } from '#contract/fields.ts';
import type { ReportedUser } from '#features/intake/contract/intake.ts';

export interface ReportedSkill {
  readonly key: string;
  readonly name: string;
}

export interface KeyedUser extends ReportedUser {
  /** Empty for an anonymous user. */
  readonly keys: readonly string[];
}

/** The id of a record: the first half of the SHA-256 of the sender's id, so that it needs no lookup. */
export const toRecordId = (externalId: string): string => hash('sha256', externalId, 'hex').slice(0, 32);

/**
 * Look-alike spellings become one: full-width letters, characters that are not shown, double spaces. Those that are not
 * shown go first, because one between a letter and its mark keeps them from being composed.
 */
const collapse = (text: string) =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .trim()
    .replaceAll(/\s+/gu, ' ');

/** A skill's name for comparisons: NFKC, lower case, single spaces, without characters that are not shown. */
export function toSkillKey(name: string): string {
  // Again, because a small letter composes with marks that its capital has no character with.
  return collapse(name).toLowerCase().normalize('NFKC');
}

/** Undefined for a blank name. */
export function toReportedSkill(name: string): ReportedSkill | undefined {
  const key = toSkillKey(name);
  return key === '' ? undefined : { key, name: name.trim() };
}

export const toKeyedUser = (user: ReportedUser): KeyedUser => ({ ...user, keys: toUserKeys(user) });

const toSapKey = (sapId: string) => collapse(sapId).toUpperCase();

/**
 * The keys by which a reported user is matched, the most reliable first. First and last name count only alone, because
 * two users may share them.
 */
function toUserKeys({ id, email, sapId, firstName, lastName }: ReportedUser): string[] {
  const keys: string[] = [];
  if (id !== undefined) keys.push(`id:${id}`);
  if (email?.trim()) keys.push(`email:${toEmailKey(email.trim())}`);
  if (sapId?.trim()) keys.push(`sap:${toSapKey(sapId)}`);
  if (keys.length > 0) return keys;
  const fullName = collapse(`${firstName ?? ''} ${lastName ?? ''}`).toLowerCase();
  return fullName === '' ? [] : [`name:${fullName}`];
}
