import { addMonths } from '#contract/calendar/zones.ts';
import { maskName } from '#domain/ledger/named-user.ts';
import { fillMonthlyUsage } from '#domain/ledger/monthly-usage.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { costDimensions, type CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import { maxCosts, type Cost, type Costs } from '#features/money/contract/costs/costs.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Uses } from '#server/portal/portal.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import { listCosts, type StoredCost } from './costs.repository.ts';

interface CostsSearch {
  readonly by: CostDimension;
  readonly period?: string | undefined;
  /** Most owners of the answer, the most expensive first; null for all. */
  readonly limit?: number | null;
}

/**
 * The owners of the costs of a month. Persons have their names as readers of the log see them.
 * @throws Problem `request.invalid`
 */
export async function getCosts(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  { by, period, limit = maxCosts }: CostsSearch,
): Promise<Costs> {
  const { first: month } = resolvePeriod(period, actor.timeZone, clock.now());
  const months = { month, previousMonth: addMonths(month, -1), lastYear: addMonths(month, -12) };
  await fillMonthlyUsage(database, actor.companyId, Object.values(months));
  const rows = await database.inCompany.read(actor.companyId, (tx) => listCosts[by](tx, { ...months, limit }));
  return {
    data: await renderMasked(workers, actor, (masker) => rows.map((row) => toCost(masker, by, row))),
    count: rows[0]?.count ?? 0,
    sums: toSums(rows[0]),
  };
}

function toCost(masker: Masker, by: CostDimension, row: StoredCost): Cost {
  const { id, isMapped, requests, total, previous, lastYear } = row;
  const { firstName, lastName } = by === 'person' ? maskName(masker, row) : row;
  return {
    id,
    name: `${firstName} ${lastName}`.trim() || costDimensions[by].none,
    ...(!isMapped && { isMapped }),
    requests,
    total: toEuros(total),
    previous: toEuros(previous),
    lastYear: toEuros(lastYear),
  };
}

const toSums = (row: StoredCost | undefined) => ({
  requests: row?.allRequests ?? 0,
  total: toEuros(row?.allTotal ?? 0),
  previous: toEuros(row?.allPrevious ?? 0),
  lastYear: toEuros(row?.allLastYear ?? 0),
});
