import { traceStep } from '../../lib/tracing/spans.ts';
import type { Outage } from '../../lib/outages.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Who receives a mail; `name` is display only and may come from a user. */
export type MailRecipient = { name?: string; address: string };

/** Result of every template. Codes and passwords appear in the bodies alone, never in the subject. */
export type MailContent = { subject: string; html: string; text: string };

/** A file of a mail: a text, or bytes as base64. */
export type MailAttachment = { name: string; contentType: string; text: string; encoding?: 'base64' };

/** One mail to exactly one recipient. It is also the payload of the `mail.send` job, so it must survive JSON. */
export type Mail = MailContent & {
  to: MailRecipient;
  /** Address at which a mail program's own button unsubscribes the reader with one POST (RFC 8058). */
  oneClickUrl?: string;
  attachments?: MailAttachment[];
  /** The invoice of the company whose files are attached when the mail is sent, so that no job carries them. */
  invoiceId?: string;
  /** Its row in the company's history of mails, which says what became of it. */
  historyId?: string;
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

/** The mail server takes no mail at all: it is away, or a setting of the operator is wrong. */
export class MailServerAway extends Error {
  override name = 'MailServerAway';
  readonly outage: Outage;

  constructor(message: string, reason: string) {
    super(message);
    this.outage = { part: 'mail', text: `no mail is sent, and each is tried again: ${reason}`, needsOperator: true };
  }
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

/** Outcome of an attempt at a mail; a delayed one is tried again. */
export interface MailDelivery {
  readonly state: 'sent' | 'delayed' | 'failed';
  /** Why it was not sent, without the words of the mail server; null where it was. */
  readonly reason: string | null;
}

/** The part of the product's log this needs; it never sees an address, a subject or a body. */
type MailLog = { warn(fields: object, message: string): void };

/** Undefined for a company without a logo. */
type FindLogo = (companyId: string) => Promise<MailLogo | undefined>;

interface SendMailParts {
  readonly log: MailLog;
  readonly findLogo: FindLogo;
  /** The files of an issued invoice. */
  readonly getInvoiceFiles: (companyId: string, invoiceId: string) => Promise<MailAttachment[]>;
  /** Notes in the company's history of mails what became of one. */
  readonly recordDelivery: (companyId: string, historyId: string, delivery: MailDelivery) => Promise<void>;
  readonly recordMail: Metrics['recordMail'];
}

/**
 * The handler of the `mail.send` queue: a refusal is final and only its number is logged; every other
 * failure is thrown on, so that the queue tries again later.
 */
export function createSendMailHandler(
  sender: MailSender,
  { log, findLogo, getInvoiceFiles, recordDelivery, recordMail }: SendMailParts,
) {
  /** The logo when the mail is sent, so that no job carries a picture. A mail goes out without a logo that can not be read. */
  const getLogo = async ({ companyId }: Mail) =>
    companyId === undefined
      ? undefined
      : findLogo(companyId).catch((error: unknown) => {
          log.warn({ err: error }, 'a logo could not be read for a mail');
          return undefined;
        });
  /** Read when the mail is sent; files that cannot be read now leave it to the next attempt. */
  const attachFiles = async (mail: Mail): Promise<Mail> => {
    const { companyId, invoiceId, attachments = [] } = mail;
    if (companyId === undefined || invoiceId === undefined) return mail;
    return { ...mail, attachments: [...attachments, ...(await getInvoiceFiles(companyId, invoiceId))] };
  };
  /** A history that cannot be written sends no mail again. */
  const note = async ({ companyId, historyId }: Mail, delivery: MailDelivery) => {
    if (companyId === undefined || historyId === undefined) return;
    await recordDelivery(companyId, historyId, delivery).catch((error: unknown) =>
      log.warn({ err: error }, 'what became of a mail could not be noted'),
    );
  };
  return async (job: { id: string; payload: Mail }): Promise<void> => {
    try {
      const logo = await getLogo(job.payload);
      const mail = await attachFiles(job.payload);
      await traceStep({ name: 'hand over mail', isCall: true }, () => sender.send(mail, job.id, logo));
      recordMail('sent');
      await note(job.payload, { state: 'sent', reason: null });
    } catch (error) {
      recordMail(error instanceof MailRefused ? 'refused' : 'failed');
      await note(job.payload, toDelivery(error));
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ jobId: job.id, responseCode: error.responseCode, reason: error.message }, 'mail refused for good');
    }
  };
}

/** The class of a failure alone, because other words could quote an address or the mail. */
const toDelivery = (error: unknown): MailDelivery =>
  error instanceof MailRefused
    ? { state: 'failed', reason: error.message }
    : { state: 'delayed', reason: error instanceof Error ? error.message : null };
