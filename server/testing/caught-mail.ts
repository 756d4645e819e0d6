import { vi } from 'vitest';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly name: string; readonly contentType: string; readonly text: string }[];
}

/** All mails to an address, newest first. */
export async function readMails(portal: { url: string }, to: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${portal.url}/dev/outbox`, { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as ReceivedMail[];
  return mails.filter((mail) => mail.to === to.toLowerCase());
}

/** The newest mail to an address with this subject; waits, because mails are sent after the response. */
export function waitForMail(portal: { url: string }, to: string, subject: RegExp): Promise<ReceivedMail> {
  return vi.waitFor(
    async () => {
      const mail = (await readMails(portal, to)).find((each) => subject.test(each.subject));
      if (!mail) throw new Error(`No mail to ${to} about ${String(subject)}.`);
      return mail;
    },
    { timeout: 10_000, interval: 25 },
  );
}

/** The six digits of the code in a mail. */
export async function waitForCode(portal: { url: string }, to: string, subject: RegExp): Promise<string> {
  const { text } = await waitForMail(portal, to, subject);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`The mail to ${to} holds no code.`);
  return code;
}

/** The temporary password in the mail to a new user. */
export async function waitForTemporaryPassword(portal: { url: string }, to: string): Promise<string> {
  const { text } = await waitForMail(portal, to, /^Your .* account$/);
  const password = /Temporary password:?\s+(\S+)/.exec(text)?.[1];
  if (!password) throw new Error(`The mail to ${to} holds no password.`);
  return password;
}
