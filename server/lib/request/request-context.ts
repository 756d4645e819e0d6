import type { Actor } from './actor.ts';
import type { IntakeCaller } from './intake-caller.ts';
import { Problem } from './problem.ts';

/** What the HTTP room hands to every endpoint. */
export interface RequestContext {
  readonly requestId: string;
  readonly headers: Headers;
  /** The peer's address, or what a trusted proxy says it is. */
  readonly clientAddress: string;
  /** Headers to send with the answer; the session's cookies go here. */
  readonly responseHeaders: Headers;
  /** The endpoint's id once the route is found, for the log line. */
  operationId: string | undefined;
  /** Set by the guard for every endpoint that is not public. */
  actor: Actor | undefined;
  /** Set by the guard for the endpoints of assistants. */
  intakeCaller: IntakeCaller | undefined;
}

/** Throws `session.required` where the guard has not let anybody in. */
export function getActor(context: RequestContext): Actor {
  if (!context.actor) throw new Problem('session.required');
  return context.actor;
}

/** Throws `intake.key-required` where the guard has not let an assistant in. */
export function getIntakeCaller(context: RequestContext): IntakeCaller {
  if (!context.intakeCaller) throw new Problem('intake.key-required');
  return context.intakeCaller;
}
