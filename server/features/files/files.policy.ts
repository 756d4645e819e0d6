import { can } from '#contract/capabilities.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { draftMs } from './found-file.ts';
import type { FoundFile } from './found-file.ts';

/**
 * Screenshots are for those who manage skills: the ones that a skill of their store names, and their company's own drafts
 * for a day, which the form shows before a skill is saved with them. Other files are for everybody of the company.
 */
export function maySeeFile(actor: Actor, file: FoundFile, now: Date): boolean {
  if (file.purpose !== 'screenshot') return true;
  if (!can(actor, 'skills.manage')) return false;
  const ageMs = now.getTime() - file.createdAt.getTime();
  return file.isNamed || (file.companyId === actor.companyId && ageMs < draftMs);
}
