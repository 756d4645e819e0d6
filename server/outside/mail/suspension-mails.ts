import { formatDay, formatTime } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { renderMail, type MailBrand, type MailMessage } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

export type SuspensionMailKind = 'announced' | 'suspended' | 'reactivated' | 'cancelled';

export interface SuspensionFacts {
  companyName: string;
  timeZone: string;
  /** When the suspension begins or began, in milliseconds. */
  from: number;
  reason: string;
}

const whatStops =
  'All paid features are disabled: assistants are denied paid skills, and their conversations are not recorded. The portal stays readable, nothing is deleted, and the company can be reactivated at any time.';

/** To the administrators of a company whose suspension is announced, begins, ends or is cancelled. */
export function suspensionMail(
  brand: MailBrand,
  { kind, ...facts }: SuspensionFacts & { kind: SuspensionMailKind },
): MailContent {
  return renderMail(brand, {
    ...toWords(brand, kind, facts),
    action: { label: `Open ${brand.product}`, url: brand.baseUrl },
    note: `You receive this e-mail because you are an administrator of ${facts.companyName}. For questions, contact us at the address below.`,
  });
}

type Words = Pick<MailMessage, 'subject' | 'heading' | 'paragraphs'>;

function toWords(brand: MailBrand, kind: SuspensionMailKind, facts: SuspensionFacts): Words {
  const { companyName, timeZone, from, reason } = facts;
  const time = `${formatDay(getDay(from, timeZone))}, ${formatTime(from, timeZone)} (${timeZone})`;
  switch (kind) {
    case 'announced':
      return {
        subject: `${companyName} will be suspended on ${formatDay(getDay(from, timeZone))}`,
        heading: 'A suspension is planned',
        paragraphs: [`${brand.provider} will suspend ${companyName} on ${time}.`, `Reason: ${reason}`, whatStops],
      };
    case 'suspended':
      return {
        subject: `${companyName} has been suspended`,
        heading: 'Your company is suspended',
        paragraphs: [
          `${companyName} has been suspended by ${brand.provider} since ${time}.`,
          `Reason: ${reason}`,
          whatStops,
        ],
      };
    case 'reactivated':
      return {
        subject: `${companyName} has been reactivated`,
        heading: 'Your company is active again',
        paragraphs: [`The suspension of ${companyName} has ended. All paid features work again.`],
      };
    case 'cancelled':
      return {
        subject: `The suspension of ${companyName} has been cancelled`,
        heading: 'The planned suspension is cancelled',
        paragraphs: [`${companyName} will not be suspended on ${time}. All paid features continue to work.`],
      };
  }
}
