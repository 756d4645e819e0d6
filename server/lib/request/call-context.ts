import type { Actor } from './actor.ts';
import { getActor } from './request-context.ts';
import type { RequestContext } from './request-context.ts';

/** Who asks, and in which request: what every change needs for the audit log. */
export interface Act {
  readonly actor: Actor;
  readonly requestId: string;
}

export function toAct(context: RequestContext): Act {
  return { actor: getActor(context), requestId: context.requestId };
}

/**
 * The part of an audit entry that says who, when and in which request. `company` marks somebody of another company;
 * where the entry goes to the log of their own, although they act elsewhere, `isAtHome` leaves it out.
 */
export function signAct({ actor, requestId }: Act, now: Date, isAtHome = false) {
  const { accountId, firstName, lastName, email, actsFrom } = actor;
  const company = isAtHome ? null : actsFrom;
  return { actor: { accountId, name: `${firstName} ${lastName}`, email, company }, requestId, now };
}
