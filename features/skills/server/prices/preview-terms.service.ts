import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { getCost, toEuros } from '#features/money/contract/money.ts';
import type { TermsForm, TermsPreview } from '#features/skills/contract/agreed-prices.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import * as repository from './agreed-prices.repository.ts';
import { parseTerms, splitRequests, sumCosts } from './price-terms.ts';

/**
 * Previews what a skill would have cost the company in the last month under other terms. Reads one skill's sums of one month.
 * @throws Problem `record.not-found`
 */
export async function previewTerms(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  { id, ...form }: TermsForm & { readonly id: string },
): Promise<TermsPreview> {
  const today = getDay(clock.now().getTime(), actor.timeZone);
  const until = getMonth(today);
  const first = addMonths(until, -1);
  const [skill, prices, { baseFee }] = await database.inCompany.read(actor.companyId, (tx) =>
    Promise.all([
      repository.findPrices(tx, { id, today }),
      repository.listMonthPrices(tx, { id, first, until }),
      repository.getBaseFee(tx, { id, until }),
    ]),
  );
  if (!skill) throw new Problem('record.not-found');
  const requests = prices.reduce((sum, each) => sum + each.requests, 0);
  const terms = parseTerms(form);
  const lines = splitRequests(requests, terms, skill.skillPrice);
  return {
    period: first.slice(0, 7),
    requests,
    actual: { baseFee: toEuros(baseFee), total: toEuros(sumCosts(prices) + baseFee) },
    preview: {
      baseFee: toEuros(terms.baseFee),
      total: toEuros(sumCosts(lines) + terms.baseFee),
      lines: lines.map((line) => ({
        price: toEuros(line.price),
        requests: line.requests,
        total: toEuros(getCost(line.requests, line.price)),
      })),
    },
  };
}
