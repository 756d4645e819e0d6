import type { ReportedCost } from '#features/conversation-log/contract/reported-costs.ts';

const large = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/* A call of a model often costs less than a cent. */
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** `0.00421 USD`, `12.50 USD`. The exact amount is in the answer of the API. */
export function formatReportedCost({ amount, currency }: ReportedCost): string {
  const number = Number(amount);
  return `${(number >= 1 ? large : small).format(number)} ${currency}`;
}
