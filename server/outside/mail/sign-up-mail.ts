import { formatDay } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { MailMessage } from './mail-layout.ts';

/** Companies that signed up and wait for the provider's approval, the first one first. */
export interface SignUpFacts {
  about: 'signUps';
  /** `at` is when it signed up, in milliseconds. */
  companies: { name: string; at: number }[];
}

/** The most companies that a mail names; the page has all. */
const maxNamed = 10;

export function signUpMessage(
  { timeZone }: { timeZone: string },
  { companies }: SignUpFacts,
  url: string,
): MailMessage {
  const lines = companies
    .slice(0, maxNamed)
    .map(({ name, at }) => `${name} signed up on ${formatDay(getDay(at, timeZone))}.`);
  const further = companies.length - lines.length;
  const [only] = companies;
  const isOne = companies.length === 1;
  return {
    subject: isOne ? `${only?.name} waits for your approval` : `${companies.length} companies wait for your approval`,
    heading: isOne ? 'A company waits for your approval' : 'Companies wait for your approval',
    paragraphs: [
      ...lines,
      ...(further > 0 ? [`So did ${further} more.`] : []),
      `No one of ${isOne ? 'it' : 'them'} can sign in until you approve ${isOne ? 'it' : 'them'}.`,
    ],
    action: { label: isOne ? 'Open the company' : 'Open the companies', url },
    note: '',
  };
}
