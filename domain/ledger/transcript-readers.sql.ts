import { can } from '#contract/capabilities.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { boolean, nullable, uuid, type ParamsOf } from '#server/sql/types.ts';

/*
 * Whose conversations an actor may read: all, those of the own reported user, or none. A reported user is mapped to a user
 * by the e-mail address (`reported-users.ts`).
 */

/** The parameters of `isReadable`. */
export const transcriptReader = { readsAll: boolean, ownUserId: nullable(uuid) };

/** The condition on a conversation. */
export const isReadable = (conversation: string) => `($readsAll or ${conversation}.user_number in (
  select number from reported_users where company_id = $companyId and user_id = $ownUserId::uuid))`;

/** Who acts in another company has no conversations there. */
export function toTranscriptReader(actor: Actor): ParamsOf<typeof transcriptReader> {
  const readsOwn = can(actor, 'transcripts.read-own') && actor.actsFrom === null;
  return { readsAll: can(actor, 'transcripts.read-all'), ownUserId: readsOwn ? actor.userId : null };
}
