import { firstPriceDay } from '#contract/constants.ts';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { AgreedPrice, AgreedPrices } from '#features/skills/contract/agreed-prices.ts';

export const describeStart = (validFrom: string) =>
  validFrom === firstPriceDay ? 'the beginning' : formatShortDay(validFrom);

/**
 * The agreement that counts on a day, and the later ones in the order of their days. Of several for one day the last one
 * counts.
 * @param agreements the last one first
 */
export function splitAgreements(agreements: readonly AgreedPrice[], today: string) {
  const byDay = new Map<string, AgreedPrice>();
  for (const agreement of agreements) {
    if (!byDay.has(agreement.validFrom)) byDay.set(agreement.validFrom, agreement);
  }
  const days = [...byDay.values()].toSorted((a, b) => a.validFrom.localeCompare(b.validFrom));
  return {
    present: days.findLast(({ validFrom }) => validFrom <= today),
    planned: days.filter(({ validFrom }) => validFrom > today),
  };
}

/** `€0.30`; of tiers the highest price, `at most €0.50`. */
export function describePresent({
  presentPrice,
  agreements,
  today,
}: Pick<AgreedPrices, 'presentPrice' | 'agreements' | 'today'>) {
  const amount = formatEuroAmount(presentPrice);
  return splitAgreements(agreements, today).present?.tiers ? `at most ${amount}` : amount;
}
