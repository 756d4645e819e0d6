import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { makeCertificate } from '../assistants/testing/certificates.ts';
import { MailRefused } from './mail.ts';
import { createSmtpMail } from './smtp-mail.ts';
import { startSmtpServer } from './testing/smtp-server.ts';

const from = { name: 'Portal', address: 'portal@portal.example' };
const mail = { to: { address: 'ann@acme.example' }, subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' };
const closing: Array<() => unknown> = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A server with the user `portal` and the password `right`. */
async function start(options: SMTPServerOptions = {}, user = '') {
  const { url, close } = await startSmtpServer(
    {},
    {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'portal' }) : done(new Error('wrong')),
      ...options,
    },
  );
  closing.push(close);
  return url.replace('smtp://', `smtp://${user}`);
}

async function startOther(answer: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  });
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const certificate = () => makeCertificate(['DNS:localhost'], 'rsa');

const servers: ReadonlyArray<readonly [what: string, open: () => Promise<string>, failure: RegExp]> = [
  [
    'denies the login',
    () => start({ authOptional: false }, 'portal:wrong@'),
    /denied the login \(535\): correct user and/,
  ],
  [
    'offers no STARTTLS, which is demanded',
    async () => `${await start()}/?requireTLS=true`,
    /offers no encryption \(STARTTLS\).*: set smtps:\/\//,
  ],
  [
    'has a certificate that no one trusts',
    async () => start({ ...(await certificate()), disabledCommands: [] }),
    /certificate .* NODE_EXTRA_CA_CERTS$/,
  ],
  [
    'begins without TLS',
    async () => (await start()).replace('smtp:', 'smtps:'),
    /does not begin with TLS at this port/,
  ],
  ['is not there', async () => 'smtp://127.0.0.1:1', /nothing listens at the host and port of SMTP_URL/],
  ['has no address', async () => 'smtp://nowhere.invalid', /host of SMTP_URL is not known/],
  ['hangs up', () => startOther((socket) => socket.destroy()), /no mail server greets/],
  ['is busy', () => startOther((socket) => socket.end('421 too many connections\r\n')), /takes nothing now \(421\)/],
  [
    'does not let this machine in',
    () => startOther((socket) => socket.end('554 no\r\n')),
    /not let this machine in \(554\)/,
  ],
];

test.each(servers)('a mail server that %s is said, and its mails are tried again', async (_what, open, failure) => {
  const sender = createSmtpMail({ url: await open(), from });
  const found = await sender.check();
  expect(found.failure).toMatch(failure);
  expect(found.failure).not.toMatch(/\n|wrong@|right/);
  const sent: unknown = await sender.send(mail, 'job-1').catch((error: unknown) => error);
  expect(sent).toBeInstanceOf(Error);
  expect(sent).not.toBeInstanceOf(MailRefused);
  expect((sent as Error).message).toContain(found.failure);
});

test('a server that takes the login is none, and whether the line is encrypted is known', async () => {
  const plain = createSmtpMail({ url: await start({ authOptional: false }, 'portal:right@'), from });
  expect(await plain.check()).toEqual({ failure: undefined, isEncrypted: false });
  const tls = await start({ ...(await certificate()), disabledCommands: [] }, 'portal:right@');
  const encrypted = createSmtpMail({ url: `${tls}/?tls.rejectUnauthorized=false`, from });
  expect(await encrypted.check()).toEqual({ failure: undefined, isEncrypted: true });
});

test('a mail that needs a login, or another sender, is kept and not given up', async () => {
  const noLogin = createSmtpMail({ url: await start({ authOptional: false }), from });
  const sent = noLogin.send(mail, 'job-1');
  await expect(sent).rejects.toThrow(/wants a login \(530\): put user and password into SMTP_URL/);
  await expect(sent).rejects.not.toBeInstanceOf(MailRefused);
  const { url, close } = await startSmtpServer({ atSender: 553 });
  closing.push(close);
  const denied = createSmtpMail({ url, from }).send(mail, 'job-2');
  await expect(denied).rejects.toThrow(/does not take the sender \(553\): correct MAIL_FROM/);
  await expect(denied).rejects.not.toBeInstanceOf(MailRefused);
});
