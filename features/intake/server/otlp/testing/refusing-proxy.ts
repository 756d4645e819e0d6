import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RefusingProxy {
  readonly url: string;
  /** Status of every answer that was given, in order. */
  readonly answers: readonly number[];
  close(): Promise<void>;
}

/**
 * Stands before the portal and refuses the first calls of each address.
 * @param passesOn whether a refused call reaches the portal all the same, and only its answer is lost
 */
export async function openRefusingProxy(
  target: string,
  { failures, passesOn }: { failures: readonly number[]; passesOn: boolean },
): Promise<RefusingProxy> {
  const answers: number[] = [];
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization = '', 'content-type': type = '', 'content-encoding': encoding } = request.headers;
    const forward = () =>
      fetch(`${target}${request.url}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) },
        body: Buffer.concat(chunks),
      });
    const count = counts.get(request.url ?? '') ?? 0;
    counts.set(request.url ?? '', count + 1);
    const failure = failures[count];
    if (failure === undefined || passesOn) {
      const answer = await forward();
      const status = failure ?? answer.status;
      answers.push(status);
      response.writeHead(status, { 'retry-after': '0', 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(failure === undefined ? Buffer.from(await answer.arrayBuffer()) : '');
      return;
    }
    answers.push(failure);
    response.writeHead(failure, { 'retry-after': '0' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
