import { getDay, getMonth } from '#contract/calendar/zones.ts';
import { json } from '#server/sql/types.ts';

/** From what follows since when the runs of a company are billed. */
interface BilledFacts {
  /** The day that the provider has set; null for none. */
  readonly billedSince: string | null;
  /** In milliseconds. */
  readonly createdAt: number;
  /** First day of the first month that has an invoice; null for none. */
  readonly firstInvoiced: string | null;
  readonly timeZone: string;
}

const firstInvoiced = '(select min(period) from invoices where company_id = $companyId)';

/** SQL: the facts of the company `$companyId`, in a statement on `companies`. */
export const selectBilledFacts = `json_build_object('billedSince', billed_since,
  'createdAt', (extract(epoch from created_at) * 1000)::bigint, 'firstInvoiced', ${firstInvoiced}, 'timeZone', time_zone)`;

export const billedFacts = json<BilledFacts>();

const getFirst = (day: string, other: string | null) => (other !== null && other < day ? other : day);

/** First day whose runs are billed: the one that the provider has set, else that of its creation, or of an earlier month that has an invoice. */
export function getBilledSince(facts: BilledFacts): string {
  return facts.billedSince ?? getFirst(getDay(facts.createdAt, facts.timeZone), facts.firstInvoiced);
}

/** First day of the first month that a close looks at: that of `getBilledSince`, or an earlier one that has an invoice. */
export const getFirstBilledMonth = (facts: BilledFacts): string =>
  getMonth(getFirst(getBilledSince(facts), facts.firstInvoiced));

/**
 * SQL: whether months before the day `$until` are billed, of which `$endsAt` is the first instant, so that the zone is not needed; in a statement on
 * `companies`.
 */
export const isBilledUntil = `(case when billed_since is null then created_at < $endsAt else billed_since < $until end
  or ${firstInvoiced} < $until)`;
