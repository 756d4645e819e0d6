import type { Uses } from '#server/portal/portal.ts';
import { fromEuros, toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { AccountLimit, LimitUpdate, SkillLimit } from '#features/money/contract/limit-forms.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './limits.repository.ts';
import type { StoredLimit, StoredSkillLimit } from './limits.repository.ts';

/** In euros, for answers and the audit log. */
export const toLimit = (limit: TenThousandths | null) => (limit === null ? null : toEuros(limit));

/** From euros; the contract accepts no amount that `fromEuros` can not convert. */
export function fromLimit(limit: number | null): TenThousandths | null {
  const amount = limit === null ? null : fromEuros(limit);
  if (amount === undefined) throw new Error('the contract accepted a limit that is no amount');
  return amount;
}

const toAccountLimit = ({ limit, ...stored }: StoredLimit): AccountLimit => ({
  limit: toLimit(limit),
  action: stored.action,
  version: stored.version,
});

/** The fields of a limit in the audit log. */
export const toAudited = ({ limit, action }: Pick<StoredLimit, 'limit' | 'action'>) => ({
  limit: toLimit(limit),
  whenReached: action === 'stop' ? 'Stop paid skills' : 'Warn only',
});

/** Sets what the company may spend in a month. */
export function updateCompanyLimit(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  update: LimitUpdate,
): Promise<AccountLimit> {
  return portal.database.inCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'limits.manage');
    return updateCompanyLimitInTransaction(portal, tx, context, update);
  });
}

/** `updateCompanyLimit` in a transaction that has confirmed the actor. */
export async function updateCompanyLimitInTransaction(
  { clock }: Uses<'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  update: LimitUpdate,
): Promise<AccountLimit> {
  const { companyId } = context.actor;
  const now = clock.now();
  const updated = await changeRecord<StoredLimit>(tx, {
    context,
    now,
    action: 'limits.update',
    toSubject: () => ({ entity: 'companyLimit', entityId: companyId, entityLabel: 'Account limit' }),
    toFields: toAudited,
    lock: () => repository.lockLimits(tx, now),
    version: update.version,
    toVisible: toAccountLimit,
    write: ({ action }) =>
      repository.updateCompanyLimit(tx, { limit: fromLimit(update.limit), action: update.action ?? action, now }),
  });
  return toAccountLimit(updated);
}

const toSkillLimit = ({ id, ...stored }: StoredSkillLimit): SkillLimit => ({ _id: id, ...toAccountLimit(stored) });

/** Sets what one skill may cost in a month. */
export function updateSkillLimit(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  update: LimitUpdate & { id: string },
): Promise<SkillLimit> {
  return database.inCompany(context.actor.companyId, async (tx) =>
    toSkillLimit(await updateSkillLimitInTransaction({ clock }, tx, context, update)),
  );
}

/** `updateSkillLimit` in the transaction that writes the skill. */
export async function updateSkillLimitInTransaction(
  { clock }: Uses<'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  { id, version, ...update }: LimitUpdate & { id: string },
): Promise<StoredSkillLimit> {
  await confirmActor(tx, context.actor, 'limits.manage');
  const now = clock.now();
  return changeRecord<StoredSkillLimit>(tx, {
    context,
    now,
    action: 'limits.update',
    toSubject: ({ name }) => ({ entity: 'skillLimit', entityId: id, entityLabel: name }),
    toFields: toAudited,
    lock: async () => {
      await repository.lockLimits(tx, now);
      return repository.findSkillLimit(tx, { id });
    },
    version,
    toVisible: toSkillLimit,
    write: async (stored) => ({
      ...stored,
      ...(await repository.updateSkillLimit(tx, stored.id, {
        limit: fromLimit(update.limit),
        action: update.action ?? stored.action,
      })),
    }),
  });
}
