import type { MailAttachment } from '#server/outside/mail/mail.ts';
import type { Uses } from '#server/portal/portal.ts';
import { getPaperFiles } from './paper-files.service.ts';

/** Mail servers refuse mails of 10 to 25 MB, and base64 makes a third more of the bytes. */
const maxBytes = 6 * 1024 * 1024;

/**
 * The files of an issued paper for a mail. Those beyond the bound are left out; the mail leads to the page that has them.
 * What cannot be read now fails, so that the mail is tried again.
 */
export async function getMailedFiles(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  companyId: string,
  id: string,
): Promise<MailAttachment[]> {
  let left = maxBytes;
  const attachments: MailAttachment[] = [];
  for (const file of await getPaperFiles(portal, companyId, id)) {
    if (file.size > left) continue;
    left -= file.size;
    const text = Buffer.from(await file.arrayBuffer()).toString('base64');
    attachments.push({ name: file.name, contentType: file.type, text, encoding: 'base64' });
  }
  return attachments;
}
