import type { TenThousandths } from '#contract/billing/money.ts';
import type { Skill, SkillDeletion, SkillUpdate } from '#contract/skills/skills.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import { refuseOtherId } from '../../lib/request/parse-body.ts';
import { Problem } from '../../lib/request/problem.ts';
import {
  deleteScreenshots,
  deleteFiles,
  lockNamedScreenshots,
  refuseUnknownScreenshots,
} from './screenshots.service.ts';
import { toAuditSubject, toAuditedSkill, toSkill } from './skill-wire.ts';
import { readForm, readPrice, refuseChangedOwner } from './skills.policy.ts';
import * as repository from './skills.repository.ts';
import { getStored } from './skills.service.ts';
import type { SkillsDependencies } from './skills.service.ts';
import type { SkillDetails, StoredSkill } from './stored-skill.ts';

/**
 * Saves a skill. Uploaded screenshots that no skill of the company names afterwards are gone with it.
 * @throws Problem `record.not-found`, `skills.provided`, `record.stale`, `skills.screenshot-unknown`, `request.invalid`
 */
export async function updateSkill(
  dependencies: SkillsDependencies,
  context: CallContext,
  id: string,
  update: SkillUpdate,
): Promise<Skill> {
  const { database, brandProvider } = dependencies;
  const { actor } = context;
  const { saved, dropped } = await database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.manage');
    const stored = await getLocked(tx, { id, version: update.version }, brandProvider);
    refuseOtherId(update, id);
    refuseChangedOwner(update, stored);
    const values = readForm(update, brandProvider);
    const price = readPrice(actor, update.price, stored.priceTenThousandths);
    await refuseUnknownScreenshots(tx, values.screenShots, stored.screenShots);
    await write(dependencies, tx, context, { stored, change: { ...values, price }, limit: update.limit });
    const keys = await deleteScreenshots(tx, stored.screenShots);
    return { saved: toSkill(await getStored(tx, stored.id), brandProvider), dropped: keys };
  });
  await deleteFiles(dependencies, context, dropped);
  return saved;
}

/**
 * Takes a skill out of the store. Conversations, usage and invoices still name it; what assistants report of it stays
 * mapped, at its price and under its limit, so that nothing becomes free or unlimited by a deletion. Its uploaded
 * screenshots are gone, except those that another skill of the company names.
 * @throws Problem `record.not-found`, `skills.provided`, `record.stale`, `request.invalid`
 */
export async function deleteSkill(
  dependencies: SkillsDependencies,
  context: CallContext,
  id: string,
  deletion: SkillDeletion = {},
): Promise<void> {
  const { database, brandProvider, clock } = dependencies;
  const dropped = await database.withCompany(context.actor.companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'skills.manage');
    const stored = await getLocked(tx, { id, version: deletion.version }, brandProvider);
    refuseOtherId(deletion, id);
    await lockNamedScreenshots(tx, stored.screenShots);
    const now = clock.now();
    await repository.deleteSkill(tx, stored.id, now);
    await recordAudit(tx, {
      ...toAuditSubject(stored),
      ...toAuditStamp(context, now),
      action: 'skills.delete',
      before: toAuditedSkill(stored, brandProvider),
    });
    return deleteScreenshots(tx, stored.screenShots);
  });
  await deleteFiles(dependencies, context, dropped);
}

/** Locks the skill and answers it. @throws Problem `record.not-found`, `skills.provided`, `record.stale` */
async function getLocked(
  tx: CompanyTransaction,
  { id, version }: { id: string; version: number | undefined },
  brandProvider: string,
): Promise<StoredSkill> {
  const isOwn = await repository.lockSkill(tx, id);
  const stored = await repository.findSkill(tx, id);
  if (!stored) throw new Problem('record.not-found');
  if (!isOwn) throw new Problem('skills.provided');
  if (version !== undefined && version !== stored.version) {
    throw new Problem('record.stale', { current: toSkill(stored, brandProvider) });
  }
  return stored;
}

interface Change {
  readonly stored: StoredSkill;
  readonly change: SkillDetails & { readonly price: TenThousandths | undefined };
  readonly limit: number | null | undefined;
}

/** Writes a locked skill with its limit and price, and the audit entry beside it. */
async function write(
  { brandProvider, updateLimit, clock }: SkillsDependencies,
  tx: CompanyTransaction,
  context: CallContext,
  { stored, change, limit }: Change,
): Promise<void> {
  const { id } = stored;
  const now = clock.now();
  await repository.updateSkill(tx, id, change, now);
  // What was agreed before would hide the new price from the company it was set for.
  if (change.price !== undefined) await repository.deleteAgreedPrice(tx, id);
  if (limit !== undefined && limit !== toSkill(stored, brandProvider).limit) {
    await updateLimit(tx, context, { id, name: change.name, limit });
  }
  await recordAudit(tx, {
    ...toAuditSubject({ id, name: change.name }),
    ...toAuditStamp(context, now),
    action: 'skills.update',
    before: toAuditedSkill(stored, brandProvider),
    after: toAuditedSkill(await getStored(tx, id), brandProvider),
  });
}
