import { fromEuros, toEuros } from '#contract/billing/money.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
import type { AccountLimit, LimitUpdate, SkillLimit } from '#contract/billing/limit-forms.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import * as repository from './limits.repository.ts';
import type { StoredLimit } from './limits.repository.ts';
import type { UsageDependencies } from './usage.service.ts';

/** In euros, for answers and the audit log. */
export const toLimit = (limit: TenThousandths | null) => (limit === null ? null : toEuros(limit));

/** From euros; the contract accepts no amount that `fromEuros` can not convert. */
export function fromLimit(limit: number | null): TenThousandths | null {
  const amount = limit === null ? null : fromEuros(limit);
  if (amount === undefined) throw new Error('the contract accepted a limit that is no amount');
  return amount;
}

const toAccountLimit = ({ limit, version }: StoredLimit): AccountLimit => ({ limit: toLimit(limit), version });

/** Sets what the company may spend in a month. */
export function updateCompanyLimit(
  { database, clock }: UsageDependencies,
  context: CallContext,
  update: LimitUpdate,
): Promise<AccountLimit> {
  const { companyId } = context.actor;
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'limits.manage');
    const stored = await repository.lockLimits(tx, clock.now());
    allowVersion(update.version, toAccountLimit(stored));
    const limit = fromLimit(update.limit);
    const version = await repository.updateCompanyLimit(tx, limit, clock.now());
    await recordAudit(tx, {
      ...toAuditStamp(context, clock.now()),
      action: 'limits.update',
      entity: 'companyLimit',
      entityId: companyId,
      entityLabel: 'Account limit',
      before: { limit: toLimit(stored.limit) },
      after: { limit: toLimit(limit) },
    });
    return toAccountLimit({ limit, version });
  });
}

/** Sets what one skill may cost in a month. */
export function updateSkillLimit(
  { database, clock }: UsageDependencies,
  context: CallContext,
  { id, ...update }: LimitUpdate & { id: string },
): Promise<SkillLimit> {
  return database.withCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'limits.manage');
    await repository.lockLimits(tx, clock.now());
    const name = await repository.findSkillName(tx, id);
    if (name === undefined) throw new Problem('record.not-found');
    const stored = (await repository.findSkillLimit(tx, id)) ?? noLimit;
    allowVersion(update.version, { _id: id, ...toAccountLimit(stored) });
    const limit = fromLimit(update.limit);
    const updated = await writeSkillLimit(tx, { ...toAuditStamp(context, clock.now()), id, name }, { stored, limit });
    return { _id: id, ...toAccountLimit(updated) };
  });
}

/** `updateSkillLimit` in the transaction that writes the skill; an unchanged limit keeps its version. */
export async function updateSkillLimitInTransaction(
  { clock }: Pick<UsageDependencies, 'clock'>,
  tx: CompanyTransaction,
  context: CallContext,
  { id, name, ...change }: { id: string; name: string; limit: number | null },
): Promise<void> {
  await confirmActor(tx, context.actor, 'limits.manage');
  await repository.lockLimits(tx, clock.now());
  const stored = (await repository.findSkillLimit(tx, id)) ?? noLimit;
  const limit = fromLimit(change.limit);
  if (limit === stored.limit) return;
  await writeSkillLimit(tx, { ...toAuditStamp(context, clock.now()), id, name }, { stored, limit });
}

const noLimit: StoredLimit = { limit: null, version: 1 };

type AuditedSkill = ReturnType<typeof toAuditStamp> & { readonly id: string; readonly name: string };

/** Writes a limit and its audit entry. */
async function writeSkillLimit(
  tx: CompanyTransaction,
  { id, name, ...stamp }: AuditedSkill,
  { stored, limit }: { stored: StoredLimit; limit: TenThousandths | null },
): Promise<StoredLimit> {
  await recordAudit(tx, {
    ...stamp,
    action: 'limits.update',
    entity: 'skillLimit',
    entityId: id,
    entityLabel: name,
    before: { limit: toLimit(stored.limit) },
    after: { limit: toLimit(limit) },
  });
  if (limit !== null) return { limit, version: await repository.upsertSkillLimit(tx, id, limit) };
  await repository.deleteSkillLimit(tx, id);
  return noLimit;
}

/** @throws Problem `record.stale` where a version was sent and is not the stored one */
export function allowVersion<Stored extends { version: number }>(sent: number | undefined, current: Stored): void {
  if (sent !== undefined && sent !== current.version) throw new Problem('record.stale', { current });
}
