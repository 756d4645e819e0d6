import { isCalendarDay } from '#contract/calendar/zones.ts';

/** A rate of VAT in thousandths of a percent: 25,500 is 25.5%. */
export type VatRate = number;

/** A rate from a day on. */
export interface DatedVatRate {
  /** The first day; null for the rate of all days before the others. */
  readonly validFrom: string | null;
  readonly rate: VatRate;
}

const perPercent = 1000;

/** `24` or `25.5` percent; undefined for what is no rate below 100%, or has more than three decimals. */
function parseRate(text: string): VatRate | undefined {
  const [, whole, parts = ''] = /^(\d{1,2})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * perPercent + Number(parts.padEnd(3, '0'));
}

function splitOnce(text: string): [day: string, percent: string] {
  const [day = '', ...rest] = text.split('=');
  return [day, rest.join('=')];
}

/**
 * Rates such as `20;2024-01-01=22;2025-07-01=24`: that of all days before, then each with its first day, in order. Undefined for
 * anything else.
 */
export function parseVatRates(text: string): readonly DatedVatRate[] | undefined {
  const [first = '', ...later] = text.split(';').map((part) => part.trim());
  const rates: DatedVatRate[] = [];
  for (const [place, part] of [first, ...later].entries()) {
    const [day, percent] = place === 0 ? [null, part] : splitOnce(part);
    const rate = parseRate(percent.trim());
    const before = rates.at(-1)?.validFrom ?? '';
    if (rate === undefined || (day !== null && (!isCalendarDay(day) || day <= before))) return undefined;
    rates.push({ validFrom: day, rate });
  }
  return rates;
}

/** The rate of a calendar day. */
export function getVatRate(rates: readonly DatedVatRate[], day: string): VatRate {
  const found = rates.findLast(({ validFrom }) => validFrom === null || validFrom <= day);
  if (!found) throw new Error('the first rate of VAT has no day');
  return found.rate;
}

/** The number of percent in JSON. */
export const toPercent = (rate: VatRate): number => rate / perPercent;
