import type { Uses } from '#server/portal/portal.ts';
import type { RangeQuery } from '#features/dashboard/contract/analytics.ts';
import type { UserFigures } from '#features/dashboard/contract/user-figures.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { can } from '#contract/capabilities.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { describeRange } from '../stats.presenter.ts';
import { toComparedRanges } from '../stats.service.ts';
import * as repository from './user-figures.repository.ts';

/** @throws Problem `record.not-found` where the company does not have the user */
export async function getUserFigures(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  { userId, ...query }: RangeQuery & { userId: string },
): Promise<UserFigures> {
  const ranges = toComparedRanges(actor, query, clock.now());
  const row = await database.inCompany.read(actor.companyId, (tx) => repository.getUserFigures(tx, ranges, userId));
  const { isFound, cost, ...figures } = row;
  if (!isFound) throw new Problem('record.not-found');
  return {
    ...describeRange(ranges.range),
    timeZone: ranges.zone,
    ...figures,
    ...(can(actor, 'billing.read') && { cost: toEuros(cost) }),
  };
}
