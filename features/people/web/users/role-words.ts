import type { Role } from '#contract/roles.ts';
import {
  isAtLeast,
  rightNames,
  rights,
  type RightName,
  type RightsTable,
} from '#features/people/contract/role-rights.ts';

/** The words of each level that gives something, after the name of a role. */
const levelWords: { readonly [Name in RightName]: Readonly<Record<string, string>> } = {
  transcripts: { own: 'reads own conversations', all: 'reads all conversations' },
  unmasking: { allow: 'unmasks values' },
  company: { read: 'reads company data', change: 'changes company data' },
  vatNumber: { read: 'reads the VAT number', change: 'changes the VAT number' },
  people: { read: 'reads profiles of colleagues (API)', change: 'manages people' },
  billing: { read: 'reads billing and usage', change: 'manages billing and limits' },
  integrations: { api: 'reads integrations (API)', read: 'reads integrations', change: 'manages integrations' },
  skills: { change: 'manages skills' },
  audit: { read: 'reads the audit log' },
};

/** One sentence: what a role gets by the rights of the company. */
export function describeRole(role: Role, levels: RightsTable): string {
  const words = rightNames
    .filter((right) => isAtLeast(right, levels[right][role], rights[right].levels[1]))
    .map((right) => levelWords[right][levels[right][role]] ?? '');
  const others = role === 'SuperAdmin' ? ['sets up assistants, privacy and rights'] : [];
  const all = [...words, ...others];
  return `${role}: ${all.length === 0 ? 'nothing but the own profile and the figures' : all.join(', ')}.`;
}
