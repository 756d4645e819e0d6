import nodemailer from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { cleanHeaderText, getSingleAddress, getUnsubscribeHeaders } from './mail-header.ts';
import { showLogo } from './mail-layout.ts';
import { MailRefused, type Mail, type MailLogo, type MailSender } from './mail.ts';

export type SmtpSettings = {
  /** `smtp://` or `smtps://`, with user, password, port and nodemailer's query options. */
  url: string;
  from: { name: string; address: string };
};

/** A hanging server must not hold a worker for nodemailer's default of two to ten minutes. */
const timeLimits = { connectionTimeout: 5_000, greetingTimeout: 5_000, dnsTimeout: 5_000, socketTimeout: 10_000 };

/** Neither a mail's content nor a template may make the mailer read a file or fetch an address. */
const noOutsideContent = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Sends through the SMTP server at `settings.url`, one connection per mail. */
export function createSmtpMail(settings: SmtpSettings): MailSender {
  const options: SMTPTransport.Options = { url: settings.url, ...timeLimits, ...noOutsideContent };
  const transport = nodemailer.createTransport(options);
  return {
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
  attachments.map(({ name, contentType, text }) => ({
    filename: cleanHeaderText(name),
    content: Buffer.from(text, contentType.includes('utf-16le') ? 'utf16le' : 'utf8'),
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
 * and an error is logged and kept with the job. A refused sign-in (535) stays retryable, because it is the
 * operator's setting that is wrong and not the mail.
 */
function toSafeError(error: unknown): Error {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isPermanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  if (isAboutThisMail && isPermanent) {
    return new MailRefused(`the mail server refused the mail with ${responseCode}`, responseCode);
  }
  return new Error(
    `the mail server did not take the mail (${[code ?? 'unknown', responseCode].filter(Boolean).join(' ')})`,
  );
}
