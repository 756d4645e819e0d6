import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export type Misbehaviour = (response: ServerResponse) => void;

const answer =
  (status: number, body = '{"error":"words of the other side"}', headers: Record<string, string> = {}): Misbehaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

const ok = { 'content-type': 'application/json' };
const bomb = gzipSync(Buffer.alloc(10_000_000));

/** Everything that another side does wrong, by name. */
export const misbehaviours = {
  unauthorized: answer(401),
  forbidden: answer(403),
  missing: answer(404),
  tooMany: answer(429, undefined, { 'retry-after': '3600' }),
  broken: answer(503),
  notJson: answer(200, '<html>words of the other side</html>'),
  deep: answer(200, '['.repeat(60_000)),
  otherJson: answer(200, '{"workspace_id":{"toString":"x"},"models":{"length":1},"__proto__":null}'),
  empty: answer(200, ''),
  bomb: (response) => {
    response.writeHead(200, { ...ok, 'content-encoding': 'gzip' }).end(bomb);
  },
  manyHeaders: (response) => {
    for (let index = 0; index < 100; index += 1) response.setHeader(`x-filler-${index}`, 'x'.repeat(1000));
    response.writeHead(200, ok).end('{}');
  },
  silent: () => {},
  slowBody: (response) => {
    response.writeHead(200, ok);
    const timer = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(timer));
  },
  cut: (response) => {
    response.writeHead(200, { ...ok, 'content-length': '1000' });
    response.write('{"workspace_id":', () => response.destroy());
  },
  cutAtOnce: (response) => {
    response.destroy();
  },
  otherProtocol: (response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
  },
  noHttp: (response) => {
    response.socket?.end('220 mail.example ESMTP\r\n');
  },
  endless: (response) => {
    response.writeHead(200, ok);
    const filler = Buffer.alloc(65_536, 0x20);
    const pour = () => {
      while (!response.destroyed && response.write(filler));
    };
    response.on('drain', pour);
    pour();
  },
} as const satisfies Record<string, Misbehaviour>;

/** Sends the caller elsewhere. */
export const redirect =
  (status: number, location: string): Misbehaviour =>
  (response) => {
    response.writeHead(status, { location }).end();
  };
