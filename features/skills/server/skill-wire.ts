import { toEuros } from '#features/money/contract/money.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import type { Skill, SkillForm } from '#features/skills/contract/skills.ts';
import { toProviderName } from '#features/integrations/contract/vendors.ts';
import type { StoredSkill } from './stored-skill.ts';

/** Who reads, and the display name of the portal's provider. */
export interface Viewer {
  readonly holder: CapabilityHolder;
  readonly brandProvider: string;
}

/** The skill of the API: without price and limit for who may not read the company's billing. */
export function toSkill(stored: StoredSkill, { holder, brandProvider }: Viewer): Skill {
  const { price, ...skill } = toPublicSkill(stored, brandProvider);
  return {
    ...skill,
    ...(canReadPrices(holder) && { price }),
    ...(can(holder, 'billing.read') && { limit: toLimit(stored) }),
  };
}

export const canReadPrices = (holder: CapabilityHolder): boolean =>
  can(holder, 'billing.read') || can(holder, 'skills.set-prices');

/** In euros; null for none. */
export function toLimit({ limitTenThousandths }: StoredSkill): number | null {
  return limitTenThousandths === null ? null : toEuros(limitTenThousandths);
}

function toPublicSkill(
  { priceTenThousandths, limitTenThousandths: _limit, serviceProvider, isOwn, ...skill }: StoredSkill,
  brandProvider: string,
) {
  return {
    ...skill,
    _id: skill.id,
    serviceProvider: toProviderName(serviceProvider, brandProvider),
    price: toEuros(priceTenThousandths),
    canEdit: isOwn,
  };
}

function toAuditSubject({ id, name }: Pick<StoredSkill, 'id' | 'name'>) {
  return { entity: 'skill', entityId: id, entityLabel: name };
}

/** The fields whose changes the audit log keeps: those of the form; the limit has an entry of its own. */
function toAuditedSkill(
  stored: StoredSkill,
  brandProvider: string,
): Record<Exclude<keyof SkillForm, 'limit'>, unknown> {
  const { name, description, area, domainKnowledge, skillResult, ...skill } = toPublicSkill(stored, brandProvider);
  const { serviceProvider, conversationInfo, screenShots, workflowApproval, price } = skill;
  const texts = { name, description, area, serviceProvider, domainKnowledge, skillResult };
  return { ...texts, conversationInfo, screenShots, workflowApproval, price };
}

/** How the audit log shows skills. */
export const toAuditedKind = (brandProvider: string) => ({
  toSubject: toAuditSubject,
  toFields: (stored: StoredSkill) => toAuditedSkill(stored, brandProvider),
});
