import { vi } from 'vitest';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All mail an address got so far, newest first. */
export async function readMails(portal: { url: string }, to: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${portal.url}/dev/outbox`, { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as ReceivedMail[];
  return mails.filter((mail) => mail.to === to.toLowerCase());
}

/** The newest mail with this subject that an address got; waits for it, since mail goes out behind the answer. */
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

/** The six digits of a mailed code. */
export async function waitForCode(portal: { url: string }, to: string, subject: RegExp): Promise<string> {
  const { text } = await waitForMail(portal, to, subject);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`The mail to ${to} holds no code.`);
  return code;
}

/** The first password that a SuperAdmin's new user got by mail. */
export async function waitForTemporaryPassword(portal: { url: string }, to: string): Promise<string> {
  const { text } = await waitForMail(portal, to, /^Your .* account$/);
  const password = /Temporary password:?\s+(\S+)/.exec(text)?.[1];
  if (!password) throw new Error(`The mail to ${to} holds no password.`);
  return password;
}
