import type { Actor } from './actor.ts';
import type { KnownIntakeCaller } from './intake-caller.ts';
import { Problem } from './problem.ts';

/** The context of every endpoint's call. */
export interface RequestContext {
  readonly requestId: string;
  readonly headers: Headers;
  /** The peer's address, or the one that a trusted proxy forwards. */
  readonly clientAddress: string;
  /** Headers of the answer, such as the session's cookies. */
  readonly responseHeaders: Headers;
  /** Set when the route is found, for the log line. */
  operationId: string | undefined;
  /** The path of that endpoint as the contract has it, with names of parameters in place of ids. */
  route?: string | undefined;
  /** Set by the guard for every endpoint that is not public. */
  actor: Actor | undefined;
  /** Set by the guard for the endpoints of assistants. */
  intakeCaller: KnownIntakeCaller | undefined;
}

/** @throws Problem `session.required` without an actor */
export function getActor(context: RequestContext): Actor {
  if (!context.actor) throw new Problem('session.required');
  return context.actor;
}

/** @throws Problem `intake.key-required` without an intake caller */
export function getIntakeCaller(context: RequestContext): KnownIntakeCaller {
  if (!context.intakeCaller) throw new Problem('intake.key-required');
  return context.intakeCaller;
}
