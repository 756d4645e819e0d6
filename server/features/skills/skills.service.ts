import type { Skill, SkillForm, SkillOption } from '#contract/skills/skills.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import { runIdempotently } from '../../records/idempotency.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { refuseUnknownScreenshots } from './screenshots.service.ts';
import type { ScreenshotDependencies } from './screenshots.service.ts';
import { toAuditSubject, toAuditedSkill, toSkill } from './skill-wire.ts';
import { readForm, readPrice, toVisibleSkill } from './skills.policy.ts';
import { findSkill, insertSkill, listSkillOptions, listSkills } from './skills.repository.ts';
import type { SkillValues, StoredSkill } from './stored-skill.ts';

/** Writes what a skill may cost the company in a month, in euros, null for no limit, where it is not so already. */
export type SaveLimit = (
  tx: Transaction,
  context: CallContext,
  change: { id: string; name: string; limit: number | null },
) => Promise<void>;

export interface SkillsDependencies extends ScreenshotDependencies {
  /** What the provider is called on the wire. */
  readonly brandProvider: string;
  readonly saveLimit: SaveLimit;
}

/** Names alone, so everybody may have them: filters need them. */
export function readSkillOptions({ database }: SkillsDependencies, actor: Actor): Promise<SkillOption[]> {
  return database.readCompany(actor.companyId, listSkillOptions);
}

export async function readStore({ database, brandProvider }: SkillsDependencies, actor: Actor): Promise<Skill[]> {
  const stored = await database.readCompany(actor.companyId, listSkills);
  return stored.map((skill) => toVisibleSkill(actor, toSkill(skill, brandProvider)));
}

export async function readSkill(
  { database, brandProvider }: SkillsDependencies,
  actor: Actor,
  id: string,
): Promise<Skill> {
  const stored = await database.readCompany(actor.companyId, (tx) => findSkill(tx, id));
  if (!stored) throw new Problem('record.not-found');
  return toSkill(stored, brandProvider);
}

/**
 * Adds a skill to the company's store. What assistants already report under its name stays unmapped: the past changes
 * its name only where somebody says so. A repeated idempotency key answers as the first time.
 */
export async function createSkill(
  dependencies: SkillsDependencies,
  context: CallContext,
  form: SkillForm,
  idempotencyKey: string | undefined,
): Promise<Skill> {
  const { actor } = context;
  const price = { priceTenThousandths: readPrice(actor, form.price, 0) ?? 0 };
  const values = { ...readForm(form, dependencies.brandProvider), ...price };
  return dependencies.database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.manage');
    const create = () => insertWithLimit(dependencies, tx, context, { values, limit: form.limit });
    if (idempotencyKey === undefined) return create();
    return runIdempotently(tx, { key: idempotencyKey, operation: 'skillsCreate', request: form }, create);
  });
}

async function insertWithLimit(
  { saveLimit, brandProvider, clock }: SkillsDependencies,
  tx: Transaction,
  context: CallContext,
  { values, limit }: { values: SkillValues; limit: number | null | undefined },
): Promise<Skill> {
  await refuseUnknownScreenshots(tx, values.screenShots);
  const now = clock.now();
  const id = await insertSkill(tx, values, now);
  if (typeof limit === 'number') await saveLimit(tx, context, { id, name: values.name, limit });
  const skill = await getStored(tx, id);
  await recordAudit(tx, {
    ...toAuditSubject(skill),
    ...toAuditStamp(context, now),
    action: 'skills.create',
    after: toAuditedSkill(skill, brandProvider),
  });
  return toSkill(skill, brandProvider);
}

/** After it was written. */
export async function getStored(tx: Transaction, id: string): Promise<StoredSkill> {
  const skill = await findSkill(tx, id);
  if (!skill) throw new Error('the skill that was just written is gone');
  return skill;
}
