import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * `hang`: accepts and says nothing; `greylist`: 451 at the first attempt for each recipient; `refuse`: 550;
 * `half`: closes the connection in the middle of the message; `late`: takes the message, and says so after a pause.
 */
export type MailMode = 'take' | 'hang' | 'greylist' | 'refuse' | 'half' | 'late';

const pauseMs = 300;

export interface ReceivedMail {
  readonly to: string;
  /** Its Message-ID, by which a reader's mail program knows a second copy. */
  readonly id: string;
}

/** An SMTP server that misbehaves on request. */
export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  setMode(mode: MailMode): void;
  close(): Promise<void>;
}

const toSmtpError = (responseCode: number) => Object.assign(new Error('not taken'), { responseCode });

/** Without a port it takes a free one. */
export async function openMailServer(port = 0): Promise<MailServer> {
  let mode: MailMode = 'take';
  const received: ReceivedMail[] = [];
  const known = new Set<string>();
  const sockets = new Set<Socket>();
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      if (mode !== 'hang') done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const isFirst = !known.has(address);
      known.add(address);
      if (mode === 'refuse') return done(toSmtpError(550));
      return done(mode === 'greylist' && isFirst ? toSmtpError(451) : null);
    },
    onData: (stream, { envelope }, done) => {
      if (mode === 'half') return closeSockets();
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      stream.on('end', () => {
        const id = /^message-id: *(\S+)/im.exec(text)?.[1] ?? '';
        received.push({ to: envelope.rcptTo[0]?.address ?? '', id });
        setTimeout(done, mode === 'late' ? pauseMs : 0);
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    setMode: (next) => void (mode = next),
    async close() {
      closeSockets();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A mail server for the time of `work`, with the settings of a portal that delivers to it. */
export async function withMailServer<T>(
  work: (server: MailServer, settings: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const server = await openMailServer();
  try {
    return await work(server, { SMTP_URL: `smtp://127.0.0.1:${server.port}` });
  } finally {
    await server.close();
  }
}
