import { createServer, request, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { answerDoctor } from '../../../http/doctor-answer.ts';
import type { NodeBindings } from '../../../http/client-address.ts';
import { listen } from '../../../http/node-server.ts';
import { doctorPath, type DoctorProof } from '../../../lib/crypto/doctor-proof.ts';

/** Servers of a test, ended together. */
export interface StandIns {
  /** Serves what the listener answers, and returns its address. */
  serve(listener: RequestListener, certificate?: { key: string; cert: string }): Promise<string>;
  /** A portal that answers the doctor, and nothing else. */
  servePortal(doctorProof: DoctorProof): Promise<string>;
  /** A proxy before `target`. */
  serveProxy(target: string, faults?: ProxyFaults): Promise<string>;
  close(): Promise<void>;
}

interface ProxyFaults {
  readonly forwarded?: 'append' | 'drop' | 'untouched';
  readonly host?: string;
  readonly maxBytes?: number;
  readonly date?: Date;
}

export function openStandIns(): StandIns {
  const closing: Array<() => unknown> = [];
  const start = async (server: Server, scheme: string) => {
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return {
    serve: (listener, certificate) =>
      certificate === undefined
        ? start(createServer(listener), 'http')
        : start(createTlsServer(certificate, listener), 'https'),
    servePortal: async (doctorProof) => {
      const app = new Hono<{ Bindings: NodeBindings }>();
      const options = { doctorProof, now: () => new Date() };
      app.post(doctorPath, async (c) => (await answerDoctor(c.req.raw, options)) ?? c.notFound());
      const server = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 0 });
      closing.push(server.close);
      return `http://127.0.0.1:${server.port}`;
    },
    serveProxy: (target, faults = {}) => start(createServer(createProxy(target, faults)), 'http'),
    close: async () => {
      for (const close of closing) await close();
    },
  };
}

const createProxy =
  (target: string, { forwarded, host, maxBytes = Infinity, date }: ProxyFaults): RequestListener =>
  (incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
      incoming.resume();
      outgoing.writeHead(413).end();
      return;
    }
    const headers: IncomingHttpHeaders = { ...incoming.headers, ...(host !== undefined && { host }) };
    const peer = incoming.socket.remoteAddress ?? '';
    if (forwarded === 'append') headers['x-forwarded-for'] = `${String(headers['x-forwarded-for'])}, ${peer}`;
    else if (forwarded === 'drop') delete headers['x-forwarded-for'];
    else if (forwarded === undefined) headers['x-forwarded-for'] = peer;
    const passed = request(new URL(incoming.url ?? '/', target), { method: incoming.method ?? 'GET', headers });
    passed.on('response', (answer) => {
      const dated = date === undefined ? {} : { date: date.toUTCString() };
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...dated });
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  };
