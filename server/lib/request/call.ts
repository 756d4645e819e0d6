import type { Actor } from './actor.ts';
import type { KnownIntakeCaller } from './intake-caller.ts';
import { getActor, getIntakeCaller, type RequestContext } from './request-context.ts';

/** A call of an operation, after the guard let it in. */
export interface Call extends Pick<RequestContext, 'requestId' | 'headers' | 'clientAddress' | 'responseHeaders'> {
  /** @throws Problem `session.required` where the endpoint asks for no identity token */
  readonly actor: Actor;
  /** @throws Problem `intake.key-required` where the endpoint is not one of assistants */
  readonly intakeCaller: KnownIntakeCaller;
}

export function toCall(context: RequestContext): Call {
  return {
    requestId: context.requestId,
    headers: context.headers,
    clientAddress: context.clientAddress,
    responseHeaders: context.responseHeaders,
    get actor() {
      return getActor(context);
    },
    get intakeCaller() {
      return getIntakeCaller(context);
    },
  };
}
