import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { MailAttachment } from '#server/outside/mail/mail.ts';
import type { Uses } from '#server/portal/portal.ts';
import { getInvoiceXml } from '../e-invoice/read-xml.service.ts';
import { getInvoicePdf } from '../read-invoice.service.ts';

/** Mail servers refuse mails of 10 to 25 MB, and base64 makes a third more of the bytes. */
const maxBytes = 6 * 1024 * 1024;

/**
 * The files of an issued paper for a mail: the stored PDF, and the XML where it can be had. Those beyond the bound are left out; the mail
 * leads to the page that has them. None where the paper is not there any more.
 */
export async function getMailedFiles(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  company: Pick<Actor, 'companyId'>,
  id: string,
): Promise<MailAttachment[]> {
  const found = [
    await findFile(getInvoicePdf(portal, company, id)),
    await findFile(getInvoiceXml(portal, company, id, 'cii')),
  ];
  let left = maxBytes;
  const attachments: MailAttachment[] = [];
  for (const file of found) {
    if (file === undefined || file.size > left) continue;
    left -= file.size;
    const text = Buffer.from(await file.arrayBuffer()).toString('base64');
    attachments.push({ name: file.name, contentType: file.type, text, encoding: 'base64' });
  }
  return attachments;
}

/** Undefined for what cannot be had at all; what cannot be read now fails, so that the mail is tried again. */
const findFile = (reading: Promise<File>): Promise<File | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
