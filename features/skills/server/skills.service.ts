import { getToday } from '#domain/ledger/calendar/time-zone.repository.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { Skill, SkillForm, SkillOption } from '#features/skills/contract/skills.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { createRecord } from '#server/records/create-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { refuseUnknownScreenshots } from './screenshots.service.ts';
import { toAuditedKind, toSkill } from './skill-wire.ts';
import { parseForm, parsePrice, toVisibleSkill } from './skills.policy.ts';
import * as repository from './skills.repository.ts';
import type { SkillDetails, StoredSkill } from './stored-skill.ts';

declare module '../../../server/portal/portal.ts' {
  interface Portal {
    readonly updateLimit: UpdateLimit;
  }
}

/** Writes what a skill may cost the company in a month, in euros, null for no limit, where it is not so already. */
export type UpdateLimit = (
  tx: CompanyTransaction,
  context: CallContext,
  change: { id: string; limit: number | null },
) => Promise<unknown>;

/** Names only, for filters: every role may read them. */
export function listSkillOptions({ database }: Uses<'database'>, actor: Actor): Promise<SkillOption[]> {
  return database.inCompany.read(actor.companyId, repository.listSkillOptions);
}

export async function listStore(
  { database, brandProvider, clock }: Uses<'database' | 'brandProvider' | 'clock'>,
  actor: Actor,
): Promise<Skill[]> {
  const today = getDay(clock.now().getTime(), actor.timeZone);
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.listStore(tx, { today }));
  return stored.map((skill) => toVisibleSkill(actor, toSkill(skill, { holder: actor, brandProvider })));
}

export async function getSkill(
  { database, brandProvider, clock }: Uses<'database' | 'brandProvider' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<Skill> {
  const today = getDay(clock.now().getTime(), actor.timeZone);
  const stored = await database.inCompany.read(actor.companyId, (tx) => repository.findSkill(tx, { id, today }));
  if (!stored) throw new Problem('record.not-found');
  return toSkill(stored, { holder: actor, brandProvider });
}

/**
 * Adds a skill to the company's store. What assistants already report under its name stays unmapped: the past changes
 * its name only by a mapping. A repeated idempotency key answers as the first time.
 */
export async function createSkill(
  portal: Uses<'database' | 'brandProvider' | 'updateLimit' | 'clock'>,
  context: CallContext,
  form: SkillForm,
  idempotencyKey: string | undefined,
): Promise<Skill> {
  const { actor } = context;
  const price = { priceTenThousandths: parsePrice(actor, form.price, 0) ?? 0 };
  const values = { ...parseForm(form, portal.brandProvider), ...price };
  return portal.database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'skills.manage');
    const now = portal.clock.now();
    return createRecord(tx, {
      ...toAuditedKind(portal.brandProvider),
      context,
      now,
      action: 'skills.create',
      idempotencyKey,
      request: form,
      create: () => createWithLimit(portal, tx, context, { values, limit: form.limit, now }),
      toAnswer: (skill) => toSkill(skill, { holder: actor, brandProvider: portal.brandProvider }),
    });
  });
}

type NewSkill = SkillDetails & { readonly priceTenThousandths: TenThousandths };

async function createWithLimit(
  { updateLimit }: Uses<'updateLimit'>,
  tx: CompanyTransaction,
  context: CallContext,
  { values, limit, now }: { values: NewSkill; limit: number | null | undefined; now: Date },
): Promise<StoredSkill> {
  await refuseUnknownScreenshots(tx, values.screenShots);
  const id = await repository.createSkill(tx, values, now);
  if (typeof limit === 'number') await updateLimit(tx, context, { id, limit });
  return getStored(tx, id, now);
}

/** After it was written. */
export async function getStored(tx: CompanyTransaction, id: string, now: Date): Promise<StoredSkill> {
  const skill = await repository.findSkill(tx, { id, today: await getToday(tx, now) });
  if (!skill) throw new Error('the skill that was just written is gone');
  return skill;
}
