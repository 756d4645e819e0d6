import { addMonths } from '#contract/calendar/zones.ts';
import { maskName } from '#domain/ledger/named-user.ts';
import { getPersonalCosts } from '#domain/ledger/costs/personal-costs.ts';
import { fillMonthlyUsage } from '#domain/ledger/monthly-usage.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { costDimensions, type CostDimension } from '#features/money/contract/costs/cost-dimensions.ts';
import {
  comparedMonths,
  maxCosts,
  type Cost,
  type Costs,
  type MonthlyCosts,
  type MonthSums,
} from '#features/money/contract/costs/costs.ts';
import { canSeePersons } from '#features/money/contract/costs/personal-figures.ts';
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

type CostsParts = Uses<'database' | 'workers' | 'clock'>;

/**
 * The owners of the costs of a month. Persons have their names as readers of the log see them; who may not see
 * those of others gets the own row alone.
 * @throws Problem `request.invalid`
 */
export async function getCosts(portal: CostsParts, actor: Actor, search: CostsSearch): Promise<Costs> {
  const { first: month } = resolvePeriod(search.period, actor.timeZone, portal.clock.now());
  const [previousMonth, yearBefore] = [addMonths(month, -1), addMonths(month, -12)];
  const { data, count, sums } = await readCosts(portal, actor, search, [month, previousMonth, yearBefore]);
  const toSums = ({ requests, costs: [total = 0, previous = 0, lastYear = 0] }: MonthSums) => ({
    requests,
    total,
    previous,
    lastYear,
  });
  return {
    data: data.map(({ requests, costs, ...owner }) => ({ ...owner, ...toSums({ requests, costs }) })),
    count,
    sums: toSums(sums),
  };
}

/**
 * The owners of the costs of a month and of the twelve before.
 * @throws Problem `request.invalid`
 */
export async function getMonthlyCosts(portal: CostsParts, actor: Actor, search: CostsSearch): Promise<MonthlyCosts> {
  const { first } = resolvePeriod(search.period, actor.timeZone, portal.clock.now());
  const months = listMonths(first);
  const costs = await readCosts(portal, actor, search, [first, ...months.slice(0, -1)]);
  const inOrder = ({ costs: [last = 0, ...earlier] }: MonthSums) => [...earlier, last];
  return {
    months: months.map((month) => month.slice(0, 7)),
    data: costs.data.map((cost) => ({ ...cost, costs: inOrder(cost) })),
    count: costs.count,
    sums: { ...costs.sums, costs: inOrder(costs.sums) },
  };
}

const listMonths = (last: string): string[] =>
  Array.from({ length: comparedMonths }, (_, place) => addMonths(last, place - comparedMonths + 1));

/** @param months the first is the one by which owners are listed; costs are in this order */
async function readCosts(
  { database, workers }: CostsParts,
  actor: Actor,
  { by, limit = maxCosts }: CostsSearch,
  months: readonly [string, ...string[]],
) {
  const [month] = months;
  await fillMonthlyUsage(database, actor.companyId, months);
  if (by === 'person' && !canSeePersons(actor)) return readOwnCosts(database, actor, months);
  const { rows, count, requests, costs } = await database.inCompany.read(actor.companyId, (tx) =>
    listCosts[by](tx, { months, month, limit }),
  );
  const toCosts = (byMonth: StoredCost['costs']) => months.map((each) => toEuros(byMonth[each] ?? 0));
  return {
    data: await renderMasked(workers, actor, (masker) =>
      rows.map((row) => ({ ...toOwner(masker, by, row), requests: row.requests, costs: toCosts(row.costs) })),
    ),
    count,
    sums: { requests, costs: toCosts(costs) },
  };
}

/** The row of the actor alone, and its sums. */
async function readOwnCosts(
  database: CostsParts['database'],
  { companyId, userId, firstName, lastName }: Actor,
  months: readonly [string, ...string[]],
) {
  const [month] = months;
  const own = await database.inCompany.read(companyId, (tx) => getPersonalCosts(tx, { months, month, userId }));
  const sums = {
    requests: own.skills.reduce((sum, { requests }) => sum + requests, 0),
    costs: months.map((each) => toEuros(own.months[each] ?? 0)),
  };
  const data =
    Object.keys(own.months).length === 0 ? [] : [{ id: userId, name: `${firstName} ${lastName}`.trim(), ...sums }];
  return { data, count: data.length, sums };
}

function toOwner(masker: Masker, by: CostDimension, row: StoredCost): Pick<Cost, 'id' | 'name' | 'isMapped'> {
  const { id, isMapped } = row;
  const { firstName, lastName } = by === 'person' ? maskName(masker, row) : row;
  return {
    id,
    name: `${firstName} ${lastName}`.trim() || costDimensions[by].none,
    ...(!isMapped && { isMapped }),
  };
}
