import nodemailer from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { cleanHeaderText, getSingleAddress, getUnsubscribeHeaders } from './mail-header.ts';
import { showLogo } from './mail-layout.ts';
import { describeSmtpFailure, isAboutSender, type SmtpFailure } from './smtp-failures.ts';
import { MailRefused, MailServerAway, type Mail, type MailCheck, type MailLogo, type MailSender } from './mail.ts';

export type SmtpSettings = {
  /** `smtp://` or `smtps://`, with user, password, port and nodemailer's query options. */
  url: string;
  from: { name: string; address: string };
};

/** A hanging server must not hold a worker for nodemailer's default of two to ten minutes. */
const timeLimits = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 10_000 };

/** Neither a mail's content nor a template may make the mailer read a file or fetch an address. */
const noOutsideContent = { disableFileAccess: true, disableUrlAccess: true } as const;

export interface SmtpMail extends MailSender {
  /** Connects, signs in and names the sender, and sends nothing. */
  check(): Promise<MailCheck>;
}

/** Sends through the SMTP server at `settings.url`, one connection per mail. */
export function createSmtpMail(settings: SmtpSettings): SmtpMail {
  const options: SMTPTransport.Options = { url: settings.url, ...timeLimits, ...noOutsideContent };
  const transport = nodemailer.createTransport(options);
  return {
    check: () => checkServer(transport.options, settings.from.address),
    async send(mail, id, logo) {
      const message = toMessage(mail, id, settings);
      const attachments = toFiles(mail);
      if (logo) {
        message.html = showLogo(mail.html, `cid:${logoId}`);
        attachments.push(toInlineLogo(logo));
      }
      message.attachments = attachments;
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw toSafeError(error);
      }
    },
  };
}

/** Parts that the client keeps to itself: a command, and who takes its answer. The version is pinned, and a test sends by it. */
interface Dialogue {
  readonly _sendCommand: (command: string) => void;
  readonly _responseActions: Array<(answer: string) => void>;
}

/** Names the sender, after which the connection is closed, so that nothing is sent. */
function trySender(connection: SMTPConnection, address: string, done: (error?: Error) => void): void {
  const dialogue = connection as unknown as Dialogue;
  dialogue._responseActions.push((answer) => {
    const responseCode = Number(answer.slice(0, 3));
    const facts = { code: 'EENVELOPE', responseCode, command: 'MAIL FROM' };
    done(responseCode < 400 ? undefined : Object.assign(new Error('sender'), facts));
  });
  dialogue._sendCommand(`MAIL FROM:<${address}>`);
}

async function checkServer(options: SMTPTransport.Options, sender: string): Promise<MailCheck> {
  const connection = new SMTPConnection(options);
  const wait = (step: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(Object.assign(new Error(), { code: 'ECONNECTION' })));
      step((error) => (error ? reject(error) : resolve()));
    });
  try {
    await wait((done) => connection.connect(done));
    const { auth } = options;
    if (auth && 'pass' in auth && connection.allowsAuth) await wait((done) => connection.login(auth, done));
    await wait((done) => trySender(connection, sender, done));
    return { failure: undefined, isEncrypted: connection.secure };
  } catch (error) {
    return { failure: describeSmtpFailure(error as SmtpFailure), isEncrypted: connection.secure };
  } finally {
    connection.on('error', () => undefined);
    connection.close();
  }
}

function toMessage(mail: Mail, id: string, { from }: SmtpSettings): SMTPTransport.MailOptions {
  const address = getSingleAddress(mail.to.address);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    ...noOutsideContent,
    from: { name: cleanHeaderText(from.name), address: from.address },
    to: { name: cleanHeaderText(mail.to.name ?? ''), address },
    envelope: { from: from.address, to: [address] },
    messageId: `<${id}@${domain}>`,
    subject: cleanHeaderText(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...getUnsubscribeHeaders(mail.oneClickUrl),
    },
  };
}

const logoId = 'logo';

type Attachments = NonNullable<SMTPTransport.MailOptions['attachments']>;

const toFiles = ({ attachments = [] }: Mail): Attachments =>
  attachments.map(({ name, contentType, text, encoding }) => ({
    filename: cleanHeaderText(name),
    content: Buffer.from(text, encoding ?? (contentType.includes('utf-16le') ? 'utf16le' : 'utf8')),
    contentType,
  }));

/** The picture is a part of the mail, because mail programs load no pictures from elsewhere. */
const toInlineLogo = ({ bytes, contentType }: MailLogo): Attachments[number] => ({
  cid: logoId,
  filename: 'logo',
  content: Buffer.from(bytes),
  contentType,
  contentDisposition: 'inline',
});

/**
 * Keeps the class of a failure and drops its words: a server's answer may quote the address or the mail,
 * and an error is logged and kept with the job. A refused sign-in (530, 535) or sender stays retryable, because it is the
 * operator's setting that is wrong and not the mail.
 */
function toSafeError(error: unknown): Error {
  const failure = error as SmtpFailure;
  const { code, responseCode } = failure;
  const isAboutThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && !isAboutSender(failure);
  const isPermanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  if (isAboutThisMail && isPermanent) {
    return new MailRefused(`the mail server refused the mail with ${responseCode}`, responseCode);
  }
  const numbers = [code ?? 'unknown', responseCode].filter(Boolean).join(' ');
  const reason = describeSmtpFailure(failure);
  const message = `the mail server did not take the mail (${numbers}): ${reason}`;
  // Other answers may be about this mail alone.
  const isOfServer = responseCode === undefined || code === 'EAUTH' || isAboutSender(failure);
  return isOfServer ? new MailServerAway(message, reason) : new Error(message);
}
