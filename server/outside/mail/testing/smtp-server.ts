import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly raw: string;
}

/** Codes that it answers instead of taking a mail. */
export interface SmtpAnswer {
  readonly atSender?: number;
  readonly atRecipient?: number;
  readonly atData?: number;
}

function smtpError(code: number): Error {
  return Object.assign(new Error('not taken'), { responseCode: code });
}

/** A mail server on a port of its own that keeps what it receives. */
export async function startSmtpServer(answer: SmtpAnswer = {}, options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    ...options,
    onMailFrom: (_address, _session, done) => done(answer.atSender ? smtpError(answer.atSender) : null),
    onRcptTo: (_address, _session, done) => done(answer.atRecipient ? smtpError(answer.atRecipient) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (answer.atData) return done(smtpError(answer.atData));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, raw: Buffer.concat(chunks).toString('utf8') });
        return done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
