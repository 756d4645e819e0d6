import { taskKinds } from '#contract/tasks/task-kinds.ts';
import { renderMail, type MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

/** To the person who requested an export of all data of a company. */
export function exportReadyMail(brand: MailBrand, { companyName }: { companyName: string }): MailContent {
  return renderMail(brand, {
    subject: `The data of ${companyName} is ready for download`,
    heading: 'Your export is ready',
    paragraphs: [
      `The export of all data of ${companyName} that you requested can be downloaded for ${taskKinds.companyExport.keptDays} days. Then it is deleted.`,
      'It holds personal data and transcripts: keep it where only authorized people can read it.',
    ],
    action: { label: 'Open the download', url: `${brand.baseUrl}/settings/privacy` },
    note: 'If you did not request this export, inform the SuperAdmins of your company.',
  });
}

interface RowFileFacts {
  companyName: string;
  /** Kind of the rows, as in the audit entry. */
  label: string;
  rows: number;
}

/** To the person who let a file of rows be prepared. */
export function rowFileReadyMail(brand: MailBrand, { companyName, label, rows }: RowFileFacts): MailContent {
  return renderMail(brand, {
    subject: `Your file is ready for download: ${label}`,
    heading: 'Your file is ready',
    paragraphs: [
      `${label} of ${companyName}: the file that you requested has ${rows.toLocaleString('en')} rows. You can download it for ${taskKinds.rowFile.keptDays} days. Then it is deleted.`,
      'Only you can download it, for as long as you have the right to read what it holds.',
    ],
    action: { label: 'Open your downloads', url: `${brand.baseUrl}/settings/downloads` },
    note: 'If you did not request this file, change your password.',
  });
}

interface DeletionFacts {
  companyName: string;
  /** Null where it is cancelled. */
  deletion: { date: string; reason: string } | null;
}

/** To the SuperAdmins of a company whose deletion is scheduled or cancelled. */
export function deletionMail(brand: MailBrand, { companyName, deletion }: DeletionFacts): MailContent {
  const words = deletion
    ? {
        subject: `${companyName} will be deleted on ${deletion.date}`,
        heading: 'Your company will be deleted',
        paragraphs: [
          `${brand.provider} will delete ${companyName} with all its data on ${deletion.date}. Until then the company is suspended: assistants are denied paid skills, and their conversations are not recorded.`,
          `Reason: ${deletion.reason}`,
          'The portal stays readable until then. You can export all data under Privacy, Requests and exports. If the deletion is a mistake, contact us before that day.',
        ],
      }
    : {
        subject: `The deletion of ${companyName} has been cancelled`,
        heading: 'The deletion is cancelled',
        paragraphs: [`${companyName} will not be deleted. Nothing of its data has been removed.`],
      };
  return renderMail(brand, {
    ...words,
    action: { label: `Open ${brand.product}`, url: `${brand.baseUrl}/settings/privacy` },
    note: `You receive this e-mail because you are a SuperAdmin of ${companyName}. For questions, contact us at the address below.`,
  });
}
