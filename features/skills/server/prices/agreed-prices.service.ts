import type { Uses } from '#server/portal/portal.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type {
  AgreedPriceForm,
  AgreedPrices,
  CompanyPrices,
  SkillPrices,
} from '#features/skills/contract/agreed-prices.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { lockLedgerThroughTable } from '#domain/ledger/usage-ledger.ts';
import { toActorName, type Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Clock } from '#server/outside/clock.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './agreed-prices.repository.ts';
import type { StoredPrices } from './agreed-prices.repository.ts';
import { describeTiers, parseTerms, toAgreement } from './price-terms.ts';
import { allowPriceDay } from './stored-dated-price.ts';

const getToday = (clock: Clock, { timeZone }: Actor) => getDay(clock.now().getTime(), timeZone);

function toSkillPrices({ id, name, isDeleted, skillPrice, presentPrice, agreements }: StoredPrices): SkillPrices {
  return {
    _id: id,
    name,
    isDeleted,
    skillPrice: toEuros(skillPrice),
    presentPrice: toEuros(presentPrice),
    agreements: agreements.map(toAgreement),
  };
}

const toAgreedPrices = (stored: StoredPrices, today: string): AgreedPrices => ({ ...toSkillPrices(stored), today });

/** Lists the prices that the current company pays, for every skill of its store. */
export async function listCompanyPrices(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
): Promise<CompanyPrices> {
  const today = getToday(clock, actor);
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.listPrices(tx, { today }));
  return { today, data: stored.map(toSkillPrices) };
}

async function getPrices(tx: CompanyTransaction, id: string, today: string): Promise<StoredPrices> {
  const stored = await repository.findPrices(tx, { id, today });
  if (!stored) throw new Problem('record.not-found');
  return stored;
}

export async function listAgreedPrices(
  { database, clock }: Uses<'database' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<AgreedPrices> {
  const today = getToday(clock, actor);
  return toAgreedPrices(await database.inCompany.read(actor.companyId, (tx) => getPrices(tx, id, today)), today);
}

/**
 * Agrees a price or tiers, and a base fee, from a day on. Never for past days, and what the ledger holds keeps its price.
 * @throws Problem `record.not-found`, `request.invalid`
 */
export async function agreePrice(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { id, validFrom, ...form }: AgreedPriceForm & { readonly id: string },
): Promise<AgreedPrices> {
  const { actor } = context;
  const today = getToday(clock, actor);
  allowPriceDay(validFrom, today);
  const now = clock.now();
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.set-prices');
    // Runs that are being recorded have one price or the other.
    await lockLedgerThroughTable(tx);
    const before = await getPrices(tx, id, today);
    const terms = parseTerms(form);
    await repository.createAgreement(tx, {
      id,
      ...terms,
      tiers: terms.tiers && JSON.stringify(terms.tiers),
      validFrom,
      createdBy: toActorName(actor),
      now,
    });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'skills.agree-price',
      entity: 'skill',
      entityId: id,
      entityLabel: before.name,
      before: { pricePerRequest: toEuros(before.presentPrice) },
      after: {
        validFrom,
        ...(terms.tiers
          ? { tiers: describeTiers(terms.tiers) }
          : { pricePerRequest: toEuros(terms.price ?? before.skillPrice) }),
        ...(terms.baseFee > 0 && { baseFeePerMonth: toEuros(terms.baseFee) }),
      },
    });
    return toAgreedPrices(await getPrices(tx, id, today), today);
  });
}
