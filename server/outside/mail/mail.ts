import { traceStep } from '../../lib/tracing/spans.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Who receives a mail; `name` is display only and may come from a user. */
export type MailRecipient = { name?: string; address: string };

/** Result of every template. Codes and passwords appear in the bodies alone, never in the subject. */
export type MailContent = { subject: string; html: string; text: string };

/** A text file of a mail. */
export type MailAttachment = { name: string; contentType: string; text: string };

/** One mail to exactly one recipient. It is also the payload of the `mail.send` job, so it must survive JSON. */
export type Mail = MailContent & {
  to: MailRecipient;
  /** Address at which a mail program's own button unsubscribes the reader with one POST (RFC 8058). */
  oneClickUrl?: string;
  attachments?: MailAttachment[];
  /** The company that the mail is about, with which it goes, and whose logo is shown; missing for mails of an account. */
  companyId?: string;
};

/** A company's logo as it is stored. */
export type MailLogo = { bytes: Uint8Array; contentType: string };

/** The mail server (or the folder of caught mail), as the rest of the product sees it. */
export type MailSender = {
  /**
   * Hands one mail over.
   *
   * `id` stays the same over all attempts at one mail: receivers recognise a second copy by it.
   * `logo` is shown above the mail.
   * Throws `MailRefused` when another attempt can not help, and any other error when it may.
   */
  send(mail: Mail, id: string, logo?: MailLogo): Promise<void>;
};

/** Outcome of a trial of the mail server. */
export interface MailCheck {
  /** Why it takes no mail, as a part of a sentence that says what to do; undefined where it lets the portal in. */
  readonly failure: string | undefined;
  readonly isEncrypted: boolean;
}

/** The mail will never be accepted as it is: a 5xx answer to it, or a recipient that is no address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** The SMTP answer's number, e.g. 550; undefined when it never got as far as a server. */
  readonly responseCode: number | undefined;

  constructor(reason: string, responseCode?: number) {
    super(reason);
    this.responseCode = responseCode;
  }
}

/** The part of the product's log this needs; it never sees an address, a subject or a body. */
type MailLog = { warn(fields: object, message: string): void };

/** Undefined for a company without a logo. */
type FindLogo = (companyId: string) => Promise<MailLogo | undefined>;

/**
 * The handler of the `mail.send` queue: a refusal is final and only its number is logged; every other
 * failure is thrown on, so that the queue tries again later.
 */
export function createSendMailHandler(
  sender: MailSender,
  { log, findLogo, recordMail }: { log: MailLog; findLogo: FindLogo; recordMail: Metrics['recordMail'] },
) {
  /** The logo when the mail is sent, so that no job carries a picture. A mail goes out without a logo that can not be read. */
  const getLogo = async ({ companyId }: Mail) =>
    companyId === undefined
      ? undefined
      : findLogo(companyId).catch((error: unknown) => {
          log.warn({ err: error }, 'a logo could not be read for a mail');
          return undefined;
        });
  return async (job: { id: string; payload: Mail }): Promise<void> => {
    try {
      const logo = await getLogo(job.payload);
      await traceStep({ name: 'hand over mail', isCall: true }, () => sender.send(job.payload, job.id, logo));
      recordMail('sent');
    } catch (error) {
      recordMail(error instanceof MailRefused ? 'refused' : 'failed');
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ jobId: job.id, responseCode: error.responseCode, reason: error.message }, 'mail refused for good');
    }
  };
}
