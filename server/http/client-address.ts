import type { IncomingMessage } from 'node:http';

export interface NodeBindings {
  readonly incoming?: IncomingMessage;
}

/**
 * The address that limits count by. Forwarding headers are believed only behind a proxy that the operator vouched
 * for, and then only the entry that this proxy itself wrote: the last one.
 */
export function getClientAddress(bindings: NodeBindings | undefined, headers: Headers, trustProxy: boolean): string {
  const peer = bindings?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  if (!trustProxy) return peer;
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || peer;
}
