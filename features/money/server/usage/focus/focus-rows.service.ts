import { addMonths, getStartOfDay } from '#contract/calendar/zones.ts';
import { fillMonthlyUsage } from '#domain/ledger/monthly-usage.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';
import type { Uses } from '#server/portal/portal.ts';
import { listCharges, type Charge } from './focus.repository.ts';

/**
 * The usage of a month in the columns of the FinOps Open Cost and Usage Specification (FOCUS) 1.2, under its names: a row for each
 * skill, price, department and cost centre. The cost centre is the sub account. Billed costs are those of the usage page to the cent;
 * contracted and list costs are the exact products that the specification demands, of the price that was billed.
 * @throws Problem `request.invalid`
 */
export async function getFocusRows(
  { database, clock, brandProvider }: Uses<'database' | 'clock' | 'brandProvider'>,
  actor: Actor,
  period: string | undefined,
): Promise<RowSet> {
  const { first } = resolvePeriod(period, actor.timeZone, clock.now());
  await fillMonthlyUsage(database, actor.companyId, [first]);
  const charges = await database.inCompany.read(actor.companyId, (tx) => listCharges(tx, { months: [first] }));
  const facts: Facts = {
    actor,
    brandProvider,
    start: toUtc(first, actor.timeZone),
    end: toUtc(addMonths(first, 1), actor.timeZone),
  };
  return toListedRows<Charge>(
    Object.entries(columns).map(([key, value]) => ({ key, label: key, value: (charge) => value(charge, facts) })),
    charges,
  );
}

const unit = 'Requests';

const toExactCost = ({ price, requests }: Charge) => toEuros(price * requests);

const toUtc = (day: string, zone: string) => new Date(getStartOfDay(day, zone)).toISOString().replace('.000Z', 'Z');

/** A JSON object; null without a tag. */
function toTags({ department, costCentre }: Charge): string | null {
  const tags = { ...(department !== null && { department }), ...(costCentre !== null && { costCentre }) };
  return Object.keys(tags).length === 0 ? null : JSON.stringify(tags);
}

/** Facts of all rows of a file. */
interface Facts extends Uses<'brandProvider'> {
  readonly actor: Actor;
  /** The month, in UTC. */
  readonly start: string;
  readonly end: string;
}

/** In the order of their names; null for a value that a row has not. */
const columns: Readonly<Record<string, (charge: Charge, facts: Facts) => string | number | null>> = {
  BilledCost: ({ cost }) => toEuros(cost),
  BillingAccountId: (_, { actor }) => actor.companyId,
  BillingAccountName: (_, { actor }) => actor.companyName,
  BillingCurrency: () => 'EUR',
  BillingPeriodEnd: (_, { end }) => end,
  BillingPeriodStart: (_, { start }) => start,
  ChargeCategory: () => 'Usage',
  ChargeClass: () => null,
  ChargeDescription: ({ skillName }) => `Requests of ${skillName}`,
  ChargeFrequency: () => 'Usage-Based',
  ChargePeriodEnd: (_, { end }) => end,
  ChargePeriodStart: (_, { start }) => start,
  ConsumedQuantity: ({ requests }) => requests,
  ConsumedUnit: () => unit,
  ContractedCost: toExactCost,
  ContractedUnitPrice: ({ price }) => toEuros(price),
  EffectiveCost: ({ cost }) => toEuros(cost),
  InvoiceIssuerName: (_, { brandProvider }) => brandProvider,
  ListCost: toExactCost,
  ListUnitPrice: ({ price }) => toEuros(price),
  PricingCategory: () => 'Standard',
  PricingQuantity: ({ requests }) => requests,
  PricingUnit: () => unit,
  ProviderName: (_, { brandProvider }) => brandProvider,
  PublisherName: (_, { brandProvider }) => brandProvider,
  ServiceCategory: () => 'AI and Machine Learning',
  ServiceName: ({ skillName }) => skillName,
  ServiceSubcategory: () => 'Bots',
  SkuId: ({ skill }) => skill,
  SkuMeter: () => unit,
  SkuPriceId: ({ skill, price }) => `${skill}/${toEuros(price)}`,
  SubAccountId: ({ costCentre }) => costCentre,
  SubAccountName: ({ costCentre }) => costCentre,
  SubAccountType: ({ costCentre }) => (costCentre === null ? null : 'Cost centre'),
  Tags: toTags,
};
