import { MailRefused } from './mail.ts';
import type { Mail, MailSender } from './mail.ts';

/** The part of the product's log this needs; it never sees an address, a subject or a body. */
export type MailLog = { warn(fields: object, message: string): void };

/**
 * The handler of the `mail.send` queue: a refusal is final and only its number is logged; every other
 * failure is thrown on, so that the queue tries again later.
 */
export function createSendMailHandler(sender: MailSender, log: MailLog) {
  return async (job: { id: string; payload: Mail }): Promise<void> => {
    try {
      await sender.send(job.payload, job.id);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      log.warn({ jobId: job.id, responseCode: error.responseCode, reason: error.message }, 'mail refused for good');
    }
  };
}
