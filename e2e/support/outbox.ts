import { inject, vi } from 'vitest';

/** A caught mail as `/dev/outbox` shows it, newest first. */
export interface CaughtMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: string;
}

const mailLimitMs = 15_000;

export async function readOutbox(): Promise<CaughtMail[]> {
  const answer = await fetch(`${inject('productUrl')}/dev/outbox`, { headers: { accept: 'application/json' } });
  if (!answer.ok) {
    throw new Error(`The outbox answers ${answer.status}.`);
  }
  return (await answer.json()) as CaughtMail[];
}

/** Waits for the newest mail to an address with a matching subject, sent at or after `after`. */
export function waitForMail(to: string, subject: RegExp, after = new Date(0)): Promise<CaughtMail> {
  const find = async () => {
    const mails = await readOutbox();
    const mail = mails.find(
      (each) => each.to.includes(to) && subject.test(each.subject) && new Date(each.date) >= after,
    );
    if (!mail) {
      throw new Error(
        `No mail to ${to} with a subject like ${subject}: ${mails.map((each) => each.subject).join(', ')}`,
      );
    }
    return mail;
  };
  return vi.waitFor(find, { timeout: mailLimitMs, interval: 100 });
}

/** The numeric code in a mail. */
export function getCode(mail: CaughtMail): string {
  const code = /(?<!\d)\d{6,8}(?!\d)/.exec(mail.text)?.[0];
  if (!code) {
    throw new Error(`No code in "${mail.subject}": ${mail.text}`);
  }
  return code;
}
