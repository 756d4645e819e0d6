import { toEuros } from '#contract/billing/money.ts';
import type { Skill, SkillForm } from '#contract/skills/skills.ts';
import { toProviderName } from '#contract/integrations/vendors.ts';
import type { StoredSkill } from './stored-skill.ts';

/** As the API has it. */
export function toSkill(stored: StoredSkill, brandProvider: string): Skill {
  const { priceTenThousandths, limitTenThousandths, serviceProvider, isOwn, ...skill } = stored;
  return {
    ...skill,
    _id: stored.id,
    serviceProvider: toProviderName(serviceProvider, brandProvider),
    price: toEuros(priceTenThousandths),
    limit: limitTenThousandths === null ? null : toEuros(limitTenThousandths),
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
  const { name, description, area, domainKnowledge, skillResult, ...skill } = toSkill(stored, brandProvider);
  const { serviceProvider, conversationInfo, screenShots, workflowApproval, price } = skill;
  const texts = { name, description, area, serviceProvider, domainKnowledge, skillResult };
  return { ...texts, conversationInfo, screenShots, workflowApproval, price };
}

/** How the audit log shows skills. */
export const toAuditedKind = (brandProvider: string) => ({
  toSubject: toAuditSubject,
  toFields: (stored: StoredSkill) => toAuditedSkill(stored, brandProvider),
});
