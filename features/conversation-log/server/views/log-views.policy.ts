import { can } from '#contract/capabilities.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { StoredView } from './log-views.repository.ts';

/** The user whose private views the actor sees; null for one of another company, who has none here. */
export const toViewerId = ({ actsFrom, userId }: Actor) => (actsFrom === null ? userId : null);

export const isOwnView = (actor: Actor, { ownerId }: Pick<StoredView, 'ownerId'>) =>
  ownerId !== null && ownerId === toViewerId(actor);

export const isShared = ({ privateTo }: Pick<StoredView, 'privateTo'>) => privateTo === null;

/** Shared ones are deleted by who saved them, and by SuperAdmins. */
export const canDeleteView = (actor: Actor, stored: StoredView) =>
  isOwnView(actor, stored) || (isShared(stored) && can(actor, 'rights.manage'));

/** Views by reviews and tags find nothing for who may not read all conversations, and their words are not for them. */
export const mayUse = (actor: Actor, { reviews, tags }: Readonly<Record<string, unknown>>) =>
  can(actor, 'transcripts.read-all') || (reviews === undefined && tags === undefined);

/** @throws Problem `log-views.guest` */
export function getOwner(actor: Actor): string {
  const ownerId = toViewerId(actor);
  if (ownerId === null) throw new Problem('log-views.guest');
  return ownerId;
}

/** @throws Problem `log-views.not-own` */
export function allowChange(actor: Actor, stored: StoredView): void {
  if (!isOwnView(actor, stored)) throw new Problem('log-views.not-own');
}

/** @throws Problem `log-views.not-own` */
export function allowDeletion(actor: Actor, stored: StoredView): void {
  if (!canDeleteView(actor, stored)) throw new Problem('log-views.not-own');
}

/** @throws Problem `log-views.sharing` */
export function allowSharing(actor: Actor): void {
  if (!can(actor, 'transcripts.read-all')) throw new Problem('log-views.sharing');
}
