import { netWords } from '#features/billing/contract/vat-words.ts';
import type { LimitKind } from '#features/money/contract/limits/limit-kinds.ts';
import { formatEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { renderMail, type MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';

interface LimitFacts {
  readonly companyName: string;
  readonly kind: LimitKind;
  /** Empty for the account. */
  readonly name: string;
}

const nameLimit = ({ kind, name }: LimitFacts) => (kind === 'account' ? 'the account limit' : `the limit of ${name}`);

interface LimitRequestFacts extends LimitFacts {
  readonly limit: TenThousandths;
  readonly reason: string;
  readonly token: string;
  readonly lastDay: string;
}

/** To those who may change limits, with the link that leads to the decision; it opens nothing without signing in. */
export function limitRequestMail(brand: MailBrand, facts: LimitRequestFacts): MailContent {
  const { companyName, limit, reason, token, lastDay } = facts;
  return renderMail(brand, {
    subject: `More of ${nameLimit(facts)} at ${companyName} is requested`,
    heading: 'More of a limit is requested',
    paragraphs: [
      `Someone at ${companyName} asks for more of ${nameLimit(facts)}, which is ${formatEuros(limit)} a month ${netWords}.`,
      `Reason: ${reason}`,
      `Open the request and sign in to approve it with a new limit, or to decline it. The link works once, until ${lastDay}.`,
    ],
    action: {
      label: 'Open request',
      url: `${brand.baseUrl}/settings/usage/limits/request?token=${encodeURIComponent(token)}`,
    },
    note: `You receive this e-mail because you may change limits of ${companyName}.`,
  });
}

/** To the person who asked: the new limit, or null where it was declined. */
export function limitAnswerMail(
  brand: MailBrand,
  facts: LimitFacts & { readonly limit: TenThousandths | null },
): MailContent {
  const { companyName, kind, limit } = facts;
  const which = kind === 'person' ? 'your limit' : nameLimit(facts);
  const isApproved = limit !== null;
  return renderMail(brand, {
    subject: isApproved
      ? `You have more of ${which} at ${companyName}`
      : `Your request for more of ${which} was declined`,
    heading: isApproved ? 'Your request was approved' : 'Your request was declined',
    paragraphs: [
      isApproved
        ? `At ${companyName}, ${which} is now ${formatEuros(limit)} a month ${netWords}.`
        : `At ${companyName}, ${which} stays as it is. You can ask again after a day.`,
    ],
    action: { label: `Open ${brand.product}`, url: `${brand.baseUrl}/settings` },
    note: 'You receive this e-mail because more of this limit was requested for you.',
  });
}
