import { netWords } from '#features/billing/contract/vat-words.ts';
import type { SkillRequests } from '#features/dashboard/contract/analytics.ts';
import { createRowWriter, toLines } from '#server/lib/row-file.ts';
import type { MailAttachment } from '#server/outside/mail/mail.ts';
import type { ReportDays } from './report-schedule.ts';

/** More are left out, so that the mail stays below a megabyte. */
export const maxUsageRows = 5000;

const writer = createRowWriter<SkillRequests>(
  [
    { key: 'id', label: 'Skill ID', value: ({ _id }) => _id },
    { key: 'skill', label: 'Skill', value: ({ name }) => name },
    { key: 'requests', label: 'Requests', value: ({ requests }) => requests },
    { key: 'previous', label: 'Requests before', value: ({ previous }) => previous },
    { key: 'cost', label: `Cost (EUR ${netWords})`, value: ({ cost }) => cost ?? null },
  ],
  'excel',
);

/** Requests and cost by skill as CSV for spreadsheets, most requests first. */
export const toUsageFile = (skills: readonly SkillRequests[], { first, last }: ReportDays): MailAttachment => ({
  name: `usage-${first}-${last}.csv`,
  contentType: writer.contentType,
  text: writer.head + toLines(writer, skills.slice(0, maxUsageRows)),
});
