import { netWords } from '#features/billing/contract/vat-words.ts';
import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import { formatEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { formatMonth } from '#contract/calendar/formats.ts';
import type { MailMessage } from './mail-layout.ts';

interface Reader {
  readonly companyName: string;
  readonly timeZone: string;
}

/** A budget of which `percent` is spent: of the named skill or `owner`, or the account's without a name. `month` is its first day. */
export interface BudgetFacts {
  about: 'budget';
  percent: 50 | 80 | 100;
  skillName: string | null;
  owner?: LimitOwner;
  /** Whether the reader is the person whose limit it is. */
  isReaders?: boolean;
  month: string;
  total: TenThousandths;
  limit: TenThousandths;
  /** Whether the reached limit denies runs. */
  isStopping: boolean;
}

function describeEffect({ percent, isStopping }: BudgetFacts): string {
  if (!isStopping) return 'This limit only warns: it stops no assistant.';
  return percent === 100
    ? 'Assistants that ask before each run can no longer run paid skills until you raise the limit or the new month starts. Others are not stopped.'
    : 'Assistants are not affected until the limit is reached.';
}

/** About the limit of the account, a skill or an owner, to those who are subscribed. */
export function budgetMessage({ companyName, timeZone }: Reader, facts: BudgetFacts, usageUrl: string): MailMessage {
  const { percent } = facts;
  const month = formatMonth(facts.month);
  const whose = facts.skillName === null ? `The account of ${companyName}` : `${facts.skillName} at ${companyName}`;
  const isReached = percent === 100;
  const its = facts.owner === 'person' ? 'their' : 'its';
  const subject = isReached
    ? `${whose} has reached ${its} limit for ${month}`
    : `${whose} has used ${percent}% of ${its} limit for ${month}`;
  return {
    subject,
    heading: isReached ? 'The limit has been reached' : `${percent}% of the limit has been used`,
    paragraphs: [`${subject}.`, describeEffect(facts)],
    tables: [toBudgetTable(facts)],
    action: { label: 'Open the usage dashboard', url: usageUrl },
    note: `Amounts are ${netWords}. Months follow the ${timeZone} time zone.`,
  };
}

const toBudgetTable = ({ month, total, limit }: BudgetFacts) => ({
  title: formatMonth(month),
  rows: [
    { label: 'Spent', value: formatEuros(total) },
    { label: 'Limit', value: formatEuros(limit) },
    ...(total > limit ? [] : [{ label: 'Left', value: formatEuros(limit - total) }]),
  ],
});

/** To the person whose limit it is. */
export function ownBudgetMessage(
  { companyName, timeZone }: Reader,
  facts: BudgetFacts,
  profileUrl: string,
): MailMessage {
  const { percent, isStopping } = facts;
  const month = formatMonth(facts.month);
  const isReached = percent === 100;
  const subject = isReached
    ? `You have reached your limit at ${companyName} for ${month}`
    : `You have used ${percent}% of your limit at ${companyName} for ${month}`;
  const stopped = isReached
    ? 'Assistants that ask before each run can no longer run paid skills for you until the limit is raised or the new month starts.'
    : 'Nothing is stopped until the limit is reached.';
  return {
    subject,
    heading: isReached ? 'Your limit has been reached' : `${percent}% of your limit has been used`,
    paragraphs: [
      `${subject}.`,
      isStopping ? stopped : 'This limit only warns: it stops no assistant.',
      'You can ask for more on your profile.',
    ],
    tables: [toBudgetTable(facts)],
    action: { label: 'Open your limit', url: profileUrl },
    note: `Amounts are ${netWords}. Months follow the ${timeZone} time zone.`,
  };
}
