import type { IncomingMessage } from 'node:http';

export interface NodeBindings {
  readonly incoming?: IncomingMessage;
}

/**
 * The address that limits count by. Forwarding headers count only behind a proxy that the operator trusts, and of their
 * entries only the last one, which that proxy wrote.
 */
export function getClientAddress(bindings: NodeBindings | undefined, headers: Headers, trustProxy: boolean): string {
  const peer = bindings?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  if (!trustProxy) return peer;
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || peer;
}
