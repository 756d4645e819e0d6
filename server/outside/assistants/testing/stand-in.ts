import * as http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { answerAiService } from './documented-ai-answers.ts';
import { answerIam, answerSapPing, answerSystem, answerWatson } from './documented-answers.ts';
import type { Misbehaviour } from './misbehaviours.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
}

/** A real server that answers as IAM, the services of Watson, SAP and other systems do, by path. */
export interface StandIn {
  readonly port: number;
  /** Requests since the last `reset`. */
  readonly seen: readonly SeenRequest[];
  /** From now on every request but those to IAM is answered so; those to IAM by the second. */
  misbehave(service?: Misbehaviour, iam?: Misbehaviour): void;
  reset(): void;
  /** Bytes that it has sent so far, over all connections. */
  countBytes(): number;
  close(): Promise<void>;
}

/** Without a certificate it speaks plain HTTP. */
export async function startStandIn(certificate?: Certificate, host = '127.0.0.1'): Promise<StandIn> {
  const state: { service?: Misbehaviour | undefined; iam?: Misbehaviour | undefined } = {};
  const seen: SeenRequest[] = [];
  const sockets: Socket[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'https://stand-in.example');
    seen.push({ method: request.method ?? '', path: `${url.pathname}${url.search}`, headers: request.headers });
    const isIam = url.pathname === '/identity/token';
    const misbehaviour = isIam ? state.iam : state.service;
    if (misbehaviour) return misbehaviour(response);
    const { status, headers, body } = await pickAnswer(request, url, await readText(request));
    response.writeHead(status, headers).end(body);
  };
  const server = certificate ? https.createServer({ ...certificate }, handle) : http.createServer(handle);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => sockets.push(socket));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    misbehave: (service, iam) => Object.assign(state, { service, iam }),
    reset: () => {
      Object.assign(state, { service: undefined, iam: undefined });
      seen.length = 0;
    },
    countBytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function pickAnswer(request: IncomingMessage, url: URL, body: string) {
  const ofAiService = await answerAiService(request, url, body);
  if (ofAiService) return ofAiService;
  if (url.pathname === '/identity/token') return answerIam(request, body);
  if (url.pathname.startsWith('/instances/')) return answerWatson(request, url);
  if (url.pathname === '/sap/bc/ping') return answerSapPing(request, url);
  return answerSystem(request);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
