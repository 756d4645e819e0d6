import type { Uses } from '#server/portal/portal.ts';
import { fromEuros, getCost, toEuros } from '#features/money/contract/money.ts';
import { firstPriceDay } from '#contract/constants.ts';
import type { OwnCostForm, OwnCostRates, OwnCosts } from '#features/money/contract/own-costs.ts';
import { addMonths, getDay } from '#contract/calendar/zones.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import * as repository from './own-costs.repository.ts';
import type { StoredRates } from './own-costs.repository.ts';

const getToday = ({ clock }: Uses<'clock'>, { timeZone }: Actor) => getDay(clock.now().getTime(), timeZone);

/** Sums the company's own costs of its skills in a month by its rates: per skill and rate, rounded by `getCost`. */
export async function getOwnCosts(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  asked: string | undefined,
): Promise<OwnCosts> {
  const { database, clock } = portal;
  const { first, isPresent } = resolvePeriod(asked, actor.timeZone, clock.now());
  const span = { today: getToday(portal, actor), first, until: addMonths(first, 1), isPresent };
  const skills = await database.inCompany.read(actor.companyId, (tx) => repository.listOwnCosts(tx, span));
  const costs = skills.map((skill) => ({
    ...skill,
    requests: skill.prices.reduce((sum, { requests }) => sum + requests, 0),
    total: skill.prices.reduce((sum, { price, requests }) => sum + getCost(requests, price ?? 0), 0),
  }));
  return {
    data: costs
      .toSorted((a, b) => b.total - a.total || b.requests - a.requests || a.name.localeCompare(b.name, 'en'))
      .map(({ id, name, prices, requests, total }) => ({
        _id: id,
        name,
        prices: prices.map((each) => ({ ...each, price: toEurosOrNull(each.price) })),
        requests,
        total: toEuros(total),
      })),
    total: toEuros(costs.reduce((sum, { total }) => sum + total, 0)),
  };
}

const toEurosOrNull = (amount: number | null) => (amount === null ? null : toEuros(amount));

function toOwnCostRates({ presentPrice, rates }: StoredRates, today: string): OwnCostRates {
  return {
    presentPrice: toEurosOrNull(presentPrice),
    today,
    rates: rates.map(({ price, createdAt, ...rate }) => ({
      ...rate,
      price: toEurosOrNull(price),
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

/** @throws Problem `record.not-found`, `skills.provided` for a skill of the provider */
async function getRates(tx: CompanyTransaction, id: string, today: string): Promise<StoredRates> {
  const stored = await repository.findRates(tx, { id, today });
  if (!stored) throw new Problem('record.not-found');
  if (!stored.isOwn) throw new Problem('skills.provided');
  return stored;
}

export async function listOwnCostRates(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<OwnCostRates> {
  const today = getToday(portal, actor);
  const stored = await portal.database.inCompany.read(actor.companyId, (tx) => getRates(tx, id, today));
  return toOwnCostRates(stored, today);
}

const lastDay = '2099-12-31';

/** @throws Problem `record.not-found`, `skills.provided`, `request.invalid` */
export async function createOwnCostRate(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, price, validFrom }: OwnCostForm & { readonly id: string },
): Promise<OwnCostRates> {
  const { actor } = context;
  if (validFrom < firstPriceDay || validFrom > lastDay) {
    const message = 'Choose a day between 2000 and 2099.';
    throw new Problem('request.invalid', { fields: [{ path: 'validFrom', message }] });
  }
  const now = portal.clock.now();
  const today = getToday(portal, actor);
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'limits.manage');
    const before = await getRates(tx, id, today);
    const amount = price === null ? null : (fromEuros(price) ?? null);
    await repository.createRate(tx, { id, price: amount, validFrom, createdBy: toActorName(actor), now });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'skills.set-own-cost',
      entity: 'skill',
      entityId: id,
      entityLabel: before.name,
      before: { ownCostPerRequest: toEurosOrNull(before.presentPrice) },
      after: { ownCostPerRequest: price, validFrom },
    });
    return toOwnCostRates(await getRates(tx, id, today), today);
  });
}
