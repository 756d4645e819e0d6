import type { Uses } from '#server/portal/portal.ts';
import { firstPriceDay } from '#contract/constants.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { fromEuros, toEuros } from '#features/money/contract/money.ts';
import type { StandardPriceForm, StandardPrices } from '#features/skills/contract/prices/standard-prices.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { lockSkill } from '../skills.repository.ts';
import * as repository from './standard-prices.repository.ts';
import { allowPriceDay, toDatedPrice } from './stored-dated-price.ts';

function toStandardPrices(stored: repository.StoredStandardPrices, today: string): StandardPrices {
  const { firstPrice, presentPrice, createdAt, changes } = stored;
  const first = { price: firstPrice, validFrom: firstPriceDay, createdAt: createdAt.getTime(), createdBy: '' };
  return { presentPrice: toEuros(presentPrice), today, prices: [...changes, first].map(toDatedPrice) };
}

/** @throws Problem `record.not-found`, `skills.provided` for a skill of another company */
async function getPrices(tx: CompanyTransaction, id: string, today: string): Promise<repository.StoredStandardPrices> {
  const stored = await repository.findStandardPrices(tx, { id, today });
  if (!stored) throw new Problem('record.not-found');
  if (!stored.isOwn) throw new Problem('skills.provided');
  return stored;
}

export async function listStandardPrices(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<StandardPrices> {
  const today = getDay(clock.now().getTime(), actor.timeZone);
  return toStandardPrices(await database.inCompany.read(actor.companyId, (tx) => getPrices(tx, id, today)), today);
}

/**
 * Sets the price of a skill from a day on. Never for past days, and what ledgers hold keeps its price.
 * @throws Problem `record.not-found`, `skills.provided`, `request.invalid`
 */
export async function createStandardPrice(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, price, validFrom }: StandardPriceForm & { readonly id: string },
): Promise<StandardPrices> {
  const { actor } = context;
  const now = clock.now();
  const today = getDay(now.getTime(), actor.timeZone);
  allowPriceDay(validFrom, today);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.set-prices');
    await lockSkill(tx, { id });
    const before = await getPrices(tx, id, today);
    const createdBy = toActorName(actor);
    await repository.setStandardPrice(tx, { id, price: fromEuros(price) ?? 0, validFrom, createdBy, now });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'skills.set-standard-price',
      entity: 'skill',
      entityId: id,
      entityLabel: before.name,
      before: { pricePerRequest: toEuros(before.presentPrice) },
      after: { pricePerRequest: price, validFrom },
    });
    return toStandardPrices(await getPrices(tx, id, today), today);
  });
}
