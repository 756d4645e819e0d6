import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Answers by the status that the portal gave, or 502 where it gave none. */
  readonly statuses: () => ReadonlyMap<number, number>;
  close(): Promise<void>;
}

const checkMs = 200;
/** For a portal that never answers: on a busy machine a ready one may take seconds. */
const longestCheckMs = 20_000;

/**
 * A proxy before some portals, as operators use them: requests by turns without sticky sessions, connections kept open,
 * portals left out while `/api/ready` does not answer 200. Nothing is repeated.
 */
export async function startBalancer(portals: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  let ready = [...portals];
  let turn = 0;
  let isChecking = false;
  const check = async () => {
    // One at a time, because the answer to an older check is worth nothing after that to a newer one.
    if (isChecking) return;
    isChecking = true;
    const states = await Promise.all(portals.map((url) => isReady(url)));
    ready = portals.filter((_, index) => states[index]);
    isChecking = false;
  };
  const timer = setInterval(() => void check(), checkMs);
  const server = createServer((incoming, outgoing) => {
    const target = ready[(turn += 1) % ready.length];
    outgoing.once('finish', () => statuses.set(outgoing.statusCode, (statuses.get(outgoing.statusCode) ?? 0) + 1));
    if (target === undefined) outgoing.writeHead(502).end();
    else forward(target, agent, incoming, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    statuses: () => statuses,
    close: async () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(longestCheckMs) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

function forward(target: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const path = new URL(url ?? '/', target);
  const onward = request(
    path,
    { method, agent, headers: { ...headers, host: headers.host ?? path.host } },
    (answer) => {
      // Of the connection behind, not of the one before.
      for (const name of ['connection', 'keep-alive']) delete answer.headers[name];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.pipe(onward);
}
