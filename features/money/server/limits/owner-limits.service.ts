import { getMonth, getDay } from '#contract/calendar/zones.ts';
import { listDaysReached } from '#domain/ledger/costs/limit-days.ts';
import { fillMonthlyUsage } from '#domain/ledger/monthly-usage.ts';
import { judgeKeyLimits } from '#features/money/contract/limits.ts';
import type { AccountLimit, LimitUpdate } from '#features/money/contract/limit-forms.ts';
import {
  maxLimitOwners,
  type OwnerLimit,
  type OwnerLimits,
  type OwnerLimitsQuery,
  type OwnerLimitUpdate,
  type OwnLimit,
} from '#features/money/contract/limits/owner-limits.ts';
import type { LimitOwner } from '#features/money/contract/limits/limit-kinds.ts';
import { canSeePersons } from '#features/money/contract/costs/personal-figures.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { changeRecord } from '#server/records/change-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { fromLimit, toAudited, toLimit } from '../usage/limits.service.ts';
import { lockLimits } from '../usage/limits.repository.ts';
import * as repository from './owner-limits.repository.ts';
import type { OwnerKind, StoredOwnerLimit, StoredOwnerSpending } from './owner-limits.repository.ts';

/** Audit entries and words of the limit of each person. */
const eachPersonLabel = 'Each person';

const getPresentMonth = ({ clock }: Uses<'clock'>, actor: Actor) =>
  getMonth(getDay(clock.now().getTime(), actor.timeZone));

const toLimitAnswer = ({ limit, action, version }: Pick<StoredOwnerLimit, 'limit' | 'action' | 'version'>) => ({
  limit: toLimit(limit),
  action,
  version,
});

const toSpending = (row: Pick<StoredOwnerSpending, 'spent' | 'denied' | 'deniedSince'>) => ({
  spent: toEuros(row.spent),
  denied: row.denied,
  deniedSince: row.deniedSince?.toISOString() ?? null,
});

/** The owners of a kind that have a limit or are near one, or that match a search, with what they spent in this month; of persons the actor alone for who may not see others. */
export async function listOwnerLimits(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  { kind, search = '' }: OwnerLimitsQuery,
): Promise<OwnerLimits> {
  const month = getPresentMonth(portal, actor);
  await fillMonthlyUsage(portal.database, actor.companyId, [month]);
  const only = kind === 'person' && !canSeePersons(actor) ? actor.userId : null;
  const asked = { month, search: search.trim(), only, limit: maxLimitOwners };
  const [rows, eachPerson] = await portal.database.inCompany.read(actor.companyId, (tx) =>
    Promise.all([repository.listOwnerLimits[kind](tx, asked), repository.findOwnerLimit.eachPerson(tx, { owner: '' })]),
  );
  const reached = rows.map(({ owner, applied, spent }) => ({ owner, limit: applied, spent })).filter(isReached);
  const days = await listDaysReached(portal.database, actor.companyId, { kind, month, reached });
  const now = portal.clock.now().getTime();
  return {
    data: rows.map((row) => toOwnerLimit(kind, row, { now, reachedOn: days.get(row.owner) })),
    count: rows[0]?.count ?? 0,
    eachPerson: toLimitAnswer(eachPerson ?? { limit: null, action: 'stop', version: 1 }),
  };
}

const isReached = <Spent extends { readonly limit: TenThousandths | null; readonly spent: TenThousandths }>(
  each: Spent,
): each is Spent & { readonly limit: TenThousandths } =>
  each.limit !== null && each.spent > 0 && each.spent >= each.limit;

function toOwnerLimit(
  kind: LimitOwner,
  row: StoredOwnerSpending,
  { now, reachedOn }: { readonly now: number; readonly reachedOn: string | undefined },
): OwnerLimit {
  return {
    kind,
    owner: row.owner,
    name: row.name,
    ...(row.email !== '' && { email: row.email }),
    ...(kind === 'key' && {
      limits: judgeKeyLimits(row.asked?.getTime() ?? null, row.used?.getTime() ?? null, now),
    }),
    ...toLimitAnswer(row),
    applied: toLimit(row.applied),
    ...toSpending(row),
    ...(reachedOn !== undefined && { reachedOn }),
  };
}

const noLimit: OwnLimit = { limit: null, action: 'stop', spent: 0, denied: 0, deniedSince: null, askedAt: null };

/** The limit of the actor as a person of the company acted in; a visitor of the provider has none there. */
export async function getOwnLimit(portal: Uses<'database' | 'clock'>, actor: Actor): Promise<OwnLimit> {
  const month = getPresentMonth(portal, actor);
  await fillMonthlyUsage(portal.database, actor.companyId, [month]);
  const isVisitor = actor.companyId !== actor.homeCompanyId;
  if (isVisitor) return noLimit;
  const owner = actor.userId;
  const row = await portal.database.inCompany.read(actor.companyId, (tx) =>
    repository.getOwnLimit(tx, { month, owner, now: portal.clock.now() }),
  );
  if (!row) return noLimit;
  const reached = [{ owner, limit: row.limit, spent: row.spent }].filter(isReached);
  const days = await listDaysReached(portal.database, actor.companyId, { kind: 'person', month, reached });
  const reachedOn = days.get(owner);
  const askedAt = row.askedAt?.toISOString() ?? null;
  return {
    limit: toLimit(row.limit),
    action: row.action,
    ...toSpending(row),
    ...(reachedOn !== undefined && { reachedOn }),
    askedAt,
  };
}

/** @throws Problem `record.not-found` for an owner that the company does not have, `record.stale` */
export async function updateOwnerLimit(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  update: OwnerLimitUpdate,
): Promise<AccountLimit> {
  const { actor } = context;
  if (update.kind === 'eachPerson' && update.owner !== undefined) {
    throw new Problem('request.invalid', {
      fields: [{ path: 'owner', message: 'The limit of each person has no owner.' }],
    });
  }
  // What was spent before there were these sums; from here on every event adds to them.
  await fillMonthlyUsage(portal.database, actor.companyId, [getPresentMonth(portal, actor)]);
  const { kind, owner = '', ...change } = update;
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'limits.manage');
    return updateOwnerLimitInTransaction(portal, tx, context, { kind, owner, ...change });
  });
}

/** `updateOwnerLimit` in a transaction that has confirmed the actor. */
export async function updateOwnerLimitInTransaction(
  { clock }: Uses<'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  { kind, owner, version, ...update }: LimitUpdate & { readonly kind: OwnerKind; readonly owner: string },
): Promise<AccountLimit> {
  const now = clock.now();
  const updated = await changeRecord<StoredOwnerLimit>(tx, {
    context,
    now,
    action: 'limits.update',
    toSubject: (stored) => ({
      entity: 'ownerLimit',
      entityId: stored.owner || kind,
      entityLabel: stored.name || eachPersonLabel,
    }),
    toFields: toAudited,
    lock: async () => {
      await lockLimits(tx, now);
      return repository.findOwnerLimit[kind](tx, { owner });
    },
    version,
    toVisible: toLimitAnswer,
    write: async (stored) => {
      const key = { kind, owner: stored.owner };
      const limit = fromLimit(update.limit);
      if (limit !== null) {
        const written = { ...key, limit, action: update.action ?? stored.action };
        return { ...stored, ...(await repository.upsertOwnerLimit(tx, written)) };
      }
      await repository.deleteOwnerLimit(tx, key);
      return { ...stored, limit, action: 'stop', version: 1 };
    },
  });
  return toLimitAnswer(updated);
}
