import type { Actor } from './actor.ts';

/** The actor and the request of a change, for its audit entry. */
export interface CallContext {
  readonly actor: Actor;
  readonly requestId: string;
}

/**
 * Actor, request id and time of an audit entry. `actor.company` is the actor's own company while acting in another
 * one; `isAtHome` leaves it out, for entries that go to the actor's own company.
 */
export function toAuditStamp({ actor, requestId }: CallContext, now: Date, isAtHome = false) {
  const { accountId, firstName, lastName, email, actsFrom } = actor;
  const company = isAtHome ? null : actsFrom;
  return { actor: { accountId, name: `${firstName} ${lastName}`, email, company }, requestId, now };
}
