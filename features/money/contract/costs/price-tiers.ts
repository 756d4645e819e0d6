import * as z from 'zod';
import { PriceField } from '../price-field.ts';
import { NetEuros } from './amounts.ts';

const maxTiers = 10;
const maxNumber = 1_000_000_000;

/** Price of the requests of a skill by their number in the month, e.g. of the 101st to the 1,000th. `upTo` is null for the last tier. */
export const PriceTier = z.object({ from: z.int(), upTo: z.int().nullable(), price: NetEuros });
export type PriceTier = z.infer<typeof PriceTier>;

const numberMessage = `Enter a whole number from 1 to ${maxNumber.toLocaleString('en')}.`;
const RequestNumber = z
  .number({ error: numberMessage })
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= maxNumber, { error: numberMessage });

const TierForm = z.strictObject({ from: RequestNumber, upTo: RequestNumber.nullable(), price: PriceField });

/** Tiers without gaps and overlaps, from the first request on; the last one has no end. Prices differ, because they say which tier a request is of. */
export const PriceTiersForm = z
  .array(TierForm, { error: 'Enter the tiers.' })
  .min(2, { error: 'Enter at least two tiers.' })
  .max(maxTiers, { error: `At most ${maxTiers} tiers are possible.` })
  .superRefine((tiers, context) => {
    for (const [place, tier] of tiers.entries()) {
      for (const [field, message] of listFaults(tiers, place, tier)) {
        context.addIssue({ code: 'custom', message, path: [place, field] });
      }
    }
  });

type Fault = readonly [keyof PriceTier, string];

function listFaults(tiers: readonly PriceTier[], place: number, tier: PriceTier): Fault[] {
  const isLast = place === tiers.length - 1;
  return [...listNumberFaults(tiers[place - 1], tier, isLast), ...listPriceFaults(tiers.slice(0, place), tier, isLast)];
}

function listNumberFaults(former: PriceTier | undefined, { from, upTo }: PriceTier, isLast: boolean): Fault[] {
  const faults: Fault[] = [];
  const due = former === undefined ? 1 : former.upTo === null ? undefined : former.upTo + 1;
  if (due !== undefined && from !== due) {
    const reason = former === undefined ? 'The first tier' : from < due ? 'Tiers overlap: this one' : 'Gap: this tier';
    faults.push(['from', `${reason} must begin at ${due.toLocaleString('en')}.`]);
  }
  if (isLast && upTo !== null) faults.push(['upTo', 'The last tier has no end. Leave it empty.']);
  if (!isLast && upTo === null) faults.push(['upTo', 'Enter the last request of this tier.']);
  if (upTo !== null && upTo < from) faults.push(['upTo', `Enter ${from.toLocaleString('en')} or more.`]);
  return faults;
}

function listPriceFaults(former: readonly PriceTier[], { price }: PriceTier, isLast: boolean): Fault[] {
  if (isLast && price === 0) return [['price', 'The last tier needs a price above 0.']];
  return former.some((each) => each.price === price) ? [['price', 'Each tier needs a price of its own.']] : [];
}

const feeMessage = 'Enter an amount in euros, e.g. 49.00.';

/** Fee of a month in forms, in euros of whole cents. */
export const BaseFeeField = z
  .number({ error: feeMessage })
  .refine((euros) => /^\d{1,7}(?:\.\d{1,2})?$/.test(String(euros)), { error: feeMessage });
