import { can } from '#contract/capabilities.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { FoundFile } from './files.repository.ts';

/**
 * Whether the actor may read the file. Screenshots need the capability to manage skills: those named by a skill of the
 * store, and for a day the company's own drafts, which the form shows before the skill is saved. Pictures of
 * conversations need the right to all of them; `isOwnPicture` finds the others. Logos are readable for every user.
 */
export function maySeeFile(actor: Actor, file: FoundFile): boolean {
  if (file.purpose === 'conversation') return can(actor, 'transcripts.read-all');
  if (file.purpose !== 'screenshot') return true;
  if (!can(actor, 'skills.manage')) return false;
  return file.isNamed || (file.companyId === actor.companyId && file.isNew);
}
