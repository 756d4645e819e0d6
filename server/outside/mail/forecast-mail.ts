import { formatDay, formatMonth } from '#contract/calendar/formats.ts';
import { formatEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { MailMessage } from './mail-layout.ts';

/** A limit that is expected to be reached: a skill's, or the account's where `skillName` is null. `month` is its first day. */
export interface ForecastFacts {
  about: 'forecast';
  skillName: string | null;
  month: string;
  spent: TenThousandths;
  limit: TenThousandths;
  expected: TenThousandths;
  reachedOn: string;
  /** Whether the reached limit denies runs. */
  isStopping: boolean;
}

export function forecastMessage(
  { companyName, timeZone }: { readonly companyName: string; readonly timeZone: string },
  { skillName, spent, limit, expected, reachedOn, isStopping, ...facts }: ForecastFacts,
  usageUrl: string,
): MailMessage {
  const month = formatMonth(facts.month);
  const whose = skillName === null ? `The account of ${companyName}` : `${skillName} at ${companyName}`;
  const effect = isStopping
    ? 'Assistants that ask before each run cannot run paid skills from then on until you raise the limit or the new month starts.'
    : 'This limit only warns: it stops no assistant.';
  return {
    subject: `${whose} is expected to reach its limit for ${month}`,
    heading: 'The limit is expected to be reached',
    paragraphs: [
      `At the usual cost of its days, ${whose.replace(/^The/, 'the')} reaches its limit for ${month} on ${formatDay(reachedOn)}.`,
      effect,
    ],
    tables: [
      {
        title: month,
        rows: [
          { label: 'Spent', value: formatEuros(spent) },
          { label: 'Limit', value: formatEuros(limit) },
          { label: 'Expected for the month', value: `about ${formatEuros(expected)}` },
        ],
      },
    ],
    action: { label: 'Open the usage dashboard', url: usageUrl },
    note: `Amounts are ${netWords}. Months follow the ${timeZone} time zone. You get this e-mail once for each limit and month.`,
  };
}
