import { fromEuros, toEuros } from '#contract/money.ts';
import type { TenThousandths } from '#contract/money.ts';
import type { AccountLimit, LimitUpdate, SkillLimit } from '#contract/limit-forms.ts';
import { recordAudit } from '../../database/audit.ts';
import { confirmActor } from '../../database/confirm-actor.ts';
import type { Transaction } from '../../database/transactions.ts';
import { signAct } from '../../lib/act.ts';
import type { Act } from '../../lib/act.ts';
import { Problem } from '../../lib/problem.ts';
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
  act: Act,
  update: LimitUpdate,
): Promise<AccountLimit> {
  const { companyId } = act.actor;
  return database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, act.actor, 'limits.manage');
    const stored = await lockLimits(tx);
    refuseStale(update.version, toAccountLimit(stored));
    const limit = readLimit(update.limit);
    const version = await updateCompanyLimit(tx, limit, clock.now());
    await recordAudit(tx, {
      ...signAct(act, clock.now()),
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
  act: Act,
  { id, ...update }: LimitUpdate & { id: string },
): Promise<SkillLimit> {
  return database.withCompany(act.actor.companyId, async (tx) => {
    await confirmActor(tx, act.actor, 'limits.manage');
    await lockLimits(tx);
    const name = await findSkillName(tx, id);
    if (name === undefined) throw new Problem('record.not-found');
    const stored = (await findSkillLimit(tx, id)) ?? noLimit;
    refuseStale(update.version, { _id: id, ...toAccountLimit(stored) });
    const saved = await writeSkillLimit(tx, id, readLimit(update.limit));
    await recordAudit(tx, {
      ...signAct(act, clock.now()),
      action: 'limits.update',
      entity: 'skillLimit',
      entityId: id,
      entityLabel: name,
      before: { limit: toLimit(stored.limit) },
      after: { limit: toLimit(saved.limit) },
    });
    return { _id: id, ...toAccountLimit(saved) };
  });
}

const noLimit: StoredLimit = { limit: null, version: 1 };

async function writeSkillLimit(tx: Transaction, id: string, limit: TenThousandths | null): Promise<StoredLimit> {
  if (limit !== null) return { limit, version: await upsertSkillLimit(tx, id, limit) };
  await deleteSkillLimit(tx, id);
  return noLimit;
}

export function refuseStale<Stored extends { version: number }>(sent: number | undefined, current: Stored): void {
  if (sent !== undefined && sent !== current.version) throw new Problem('record.stale', { current });
}
