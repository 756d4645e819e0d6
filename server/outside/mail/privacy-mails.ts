import { exportDays } from '#contract/privacy.ts';
import { renderMail } from './mail-layout.ts';
import type { MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

/** To the person who requested an export of all data of a company. */
export function exportReadyMail(brand: MailBrand, { companyName }: { companyName: string }): MailContent {
  return renderMail(brand, {
    subject: `The data of ${companyName} is ready for download`,
    heading: 'Your export is ready',
    paragraphs: [
      `The export of all data of ${companyName} that you requested can be downloaded for ${exportDays} days. Then it is deleted.`,
      'It holds personal data and transcripts: keep it where only authorized people can read it.',
    ],
    action: { label: 'Open the download', url: `${brand.baseUrl}/settings/privacy` },
    note: 'If you did not request this export, inform the SuperAdmins of your company.',
  });
}
