import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { renderMail } from './mail-layout.ts';
import { MailRefused, type Mail } from './mail.ts';
import { createSmtpMail } from './smtp-mail.ts';
import { startSmtpServer, type SmtpAnswer } from './testing/smtp-server.ts';

const from = { name: 'Portal', address: 'portal@portal.example' };
const mail: Mail = {
  to: { name: 'Ann Lee', address: 'ann@acme.example' },
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: 'Hi',
};
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function startServer(answer: SmtpAnswer = {}) {
  const { close, ...server } = await startSmtpServer(answer);
  closers.push(close);
  return server;
}

describe('sending through SMTP', () => {
  test('a logo is a part of the mail, shown above it', async () => {
    const { url, received } = await startServer();
    const { html } = renderMail(
      { product: 'Portal', provider: 'Maker', supportEmail: 'help@maker.example', baseUrl: 'https://portal.example' },
      { subject: 'Hello', heading: '<td class="ink">', paragraphs: [], note: '' },
    );
    const logo = { bytes: new Uint8Array([137, 80, 78, 71]), contentType: 'image/png' };
    await createSmtpMail({ url, from }).send({ ...mail, html }, 'job-1', logo);
    const raw = received[0]?.raw.replaceAll('=\r\n', '') ?? '';
    expect(raw).toMatch(/^Content-ID: <logo>/im);
    expect(raw).toContain('Content-Type: image/png');
    expect(raw.match(/src=3D"cid:logo"/g)).toHaveLength(1);
    expect(raw).toContain('iVBORw=');
  });

  test('a text file is attached in UTF-8, beside the logo, by a name without line breaks', async () => {
    const { url, received } = await startServer();
    const file = {
      name: 'usage\r\nBcc: eve@evil.example.csv',
      contentType: 'text/csv; charset=utf-8',
      text: '\uFEFF"Õ"',
    };
    const logo = { bytes: new Uint8Array([137, 80, 78, 71]), contentType: 'image/png' };
    await createSmtpMail({ url, from }).send({ ...mail, attachments: [file] }, 'job-1', logo);
    const raw = received[0]?.raw ?? '';
    expect(raw).toMatch(/^Content-Type: text\/csv; charset=utf-8/im);
    expect(raw).toMatch(/^Content-Disposition: attachment/im);
    expect(raw).toContain(Buffer.from(file.text).toString('base64'));
    expect(raw).toContain('Content-Type: image/png');
    expect(raw).not.toMatch(/^Bcc:/im);
  });

  test('carries the address to unsubscribe at in one piece, and in no mail without one', async () => {
    const { url, received } = await startServer();
    const sender = createSmtpMail({ url, from });
    const oneClickUrl = `https://portal.example/api/unsubscribe/${'0f'.repeat(36)}.spendingDigest.${'Ab-_'.repeat(11)}`;
    await sender.send({ ...mail, oneClickUrl }, 'job-1');
    await sender.send(mail, 'job-2');
    const [first = '', second = ''] = received.map(({ raw }) => raw.replaceAll(/\r\n[ \t]/g, ' '));
    expect(first).toContain(`List-Unsubscribe: <${oneClickUrl}>\r\n`);
    expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(second).not.toContain('List-Unsubscribe');
    await expect(
      sender.send({ ...mail, oneClickUrl: `${oneClickUrl}\r\nBcc: eve@evil.example` }, 'job-3'),
    ).rejects.toThrow(MailRefused);
  });

  test('delivers subject, both bodies and a Message-ID that stays the same over attempts', async () => {
    const { url, received } = await startServer();
    const sender = createSmtpMail({ url, from });
    await sender.send(mail, 'job-1');
    await sender.send(mail, 'job-1');
    expect(received).toHaveLength(2);
    for (const { recipients, raw } of received) {
      expect(recipients).toEqual(['ann@acme.example']);
      expect(raw).toMatch(/^From: Portal <portal@portal.example>\r$/m);
      expect(raw).toMatch(/^To: Ann Lee <ann@acme.example>\r$/m);
      expect(raw).toMatch(/^Subject: Hello\r$/m);
      expect(raw).toMatch(/^Message-ID: <job-1@portal.example>\r$/m);
      expect(raw).toContain('<p>Hi</p>');
    }
  });

  test.each([
    ['a name with CR LF', { ...mail, to: { ...mail.to, name: 'Ann\r\nBcc: eve@evil.example' } }],
    ['a subject with CR LF', { ...mail, subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody' }],
    ['a name that looks like an address list', { ...mail, to: { ...mail.to, name: '"A" <eve@evil.example>, B' } }],
  ])('sends %s to exactly one recipient, without an added header', async (_what, hostile) => {
    const { url, received } = await startServer();
    await createSmtpMail({ url, from }).send(hostile, 'job-1');
    expect(received.map(({ recipients }) => recipients)).toEqual([['ann@acme.example']]);
    expect(received[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  test.each([
    'a@x.example, b@x.example',
    'a@x.example\r\nRCPT TO:<b@x.example>',
    'Eve <a@x.example>',
    'grp: a@x.example;',
    '',
  ])('refuses the recipient %j before any connection', async (address) => {
    const { url, received } = await startServer();
    await expect(createSmtpMail({ url, from }).send({ ...mail, to: { address } }, 'job-1')).rejects.toThrow(
      MailRefused,
    );
    expect(received).toEqual([]);
  });

  test.each([{ atRecipient: 550 }, { atData: 554 }])('treats this failure as final: %j', async (answer) => {
    const { url } = await startServer(answer);
    const failure: unknown = await createSmtpMail({ url, from })
      .send(mail, 'job-1')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailRefused);
    expect((failure as MailRefused).responseCode).toBe(answer.atRecipient ?? answer.atData);
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('ann@acme.example');
  });

  test.each([{ atRecipient: 451 }, { atData: 452 }])(
    'leaves a passing failure to the next attempt: %j',
    async (answer) => {
      const { url } = await startServer(answer);
      const failure: unknown = await createSmtpMail({ url, from })
        .send(mail, 'job-1')
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MailRefused);
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('ann@acme.example');
    },
  );

  test('reports a server that is down, or hangs up in the middle, as a passing failure', async () => {
    const server = createServer((socket) => socket.write('220 ready\r\n', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(createSmtpMail({ url, from }).send(mail, 'job-1')).rejects.not.toBeInstanceOf(MailRefused);
    await new Promise((resolve) => server.close(resolve));
    await expect(createSmtpMail({ url, from }).send(mail, 'job-1')).rejects.not.toBeInstanceOf(MailRefused);
  });
});
