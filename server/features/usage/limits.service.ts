import { fromEuros, toEuros } from '#contract/billing/money.ts';
import type { TenThousandths } from '#contract/billing/money.ts';
import type { AccountLimit, LimitUpdate, SkillLimit } from '#contract/billing/limit-forms.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import {
  deleteSkillLimit,
  findSkillLimit,
  findSkillName,
  lockLimits,
  updateCompanyLimit,
  upsertSkillLimit,
} from './limits.repository.ts';
import type { StoredLimit } from './limits.repository.ts';
import type { UsageDependencies } from './usage.service.ts';

/** As the wire and the audit log have it. */
export const toLimit = (limit: TenThousandths | null) => (limit === null ? null : toEuros(limit));

/** The contract lets nothing else through than what `fromEuros` can read. */
export function readLimit(limit: number | null): TenThousandths | null {
  const amount = limit === null ? null : fromEuros(limit);
  if (amount === undefined) throw new Error('the contract took a limit that is no amount');
  return amount;
}

const toAccountLimit = ({ limit, version }: StoredLimit): AccountLimit => ({ limit: toLimit(limit), version });

/** What the company may spend in a month, from now on. */
export function saveCompanyLimit(
  { database, clock }: UsageDependencies,
  context: CallContext,
  update: LimitUpdate,
): Promise<AccountLimit> {
  const { companyId } = context.actor;
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'limits.manage');
    const stored = await lockLimits(tx);
    refuseStale(update.version, toAccountLimit(stored));
    const limit = readLimit(update.limit);
    const version = await updateCompanyLimit(tx, limit, clock.now());
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

/** What one skill may cost in a month, from now on. */
export function saveSkillLimit(
  { database, clock }: UsageDependencies,
  context: CallContext,
  { id, ...update }: LimitUpdate & { id: string },
): Promise<SkillLimit> {
  return database.withCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'limits.manage');
    await lockLimits(tx);
    const name = await findSkillName(tx, id);
    if (name === undefined) throw new Problem('record.not-found');
    const stored = (await findSkillLimit(tx, id)) ?? noLimit;
    refuseStale(update.version, { _id: id, ...toAccountLimit(stored) });
    const limit = readLimit(update.limit);
    const saved = await writeSkillLimit(tx, { ...toAuditStamp(context, clock.now()), id, name }, { stored, limit });
    return { _id: id, ...toAccountLimit(saved) };
  });
}

/** The same in a transaction that saves the skill together with its limit; one that stays keeps its version. */
export async function changeSkillLimit(
  { clock }: Pick<UsageDependencies, 'clock'>,
  tx: Transaction,
  context: CallContext,
  { id, name, ...change }: { id: string; name: string; limit: number | null },
): Promise<void> {
  await confirmActor(tx, context.actor, 'limits.manage');
  await lockLimits(tx);
  const stored = (await findSkillLimit(tx, id)) ?? noLimit;
  const limit = readLimit(change.limit);
  if (limit === stored.limit) return;
  await writeSkillLimit(tx, { ...toAuditStamp(context, clock.now()), id, name }, { stored, limit });
}

const noLimit: StoredLimit = { limit: null, version: 1 };

type SignedSkill = ReturnType<typeof toAuditStamp> & { readonly id: string; readonly name: string };

/** Writes a limit with its entry in the audit log. */
async function writeSkillLimit(
  tx: Transaction,
  { id, name, ...signed }: SignedSkill,
  { stored, limit }: { stored: StoredLimit; limit: TenThousandths | null },
): Promise<StoredLimit> {
  await recordAudit(tx, {
    ...signed,
    action: 'limits.update',
    entity: 'skillLimit',
    entityId: id,
    entityLabel: name,
    before: { limit: toLimit(stored.limit) },
    after: { limit: toLimit(limit) },
  });
  if (limit !== null) return { limit, version: await upsertSkillLimit(tx, id, limit) };
  await deleteSkillLimit(tx, id);
  return noLimit;
}

export function refuseStale<Stored extends { version: number }>(sent: number | undefined, current: Stored): void {
  if (sent !== undefined && sent !== current.version) throw new Problem('record.stale', { current });
}
