import { can } from '#contract/capabilities.ts';
import { fromEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { skillVendors } from '#features/skills/contract/skill-values.ts';
import type { Skill, SkillForm, SkillUpdate } from '#features/skills/contract/skills.ts';
import { findVendorByName, toProviderName } from '#features/integrations/contract/vendors.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { canReadPrices } from './skill-wire.ts';
import type { SkillDetails, SkillVendor, StoredSkill } from './stored-skill.ts';

/** Filters need names; everything else is for those who manage skills. */
export function toVisibleSkill(actor: Actor, skill: Skill): Skill {
  if (can(actor, 'skills.manage')) return skill;
  const { _id, id, name } = skill;
  return { _id, id, name };
}

/** Converts the form to stored fields, without prices and limits; texts stay as they were typed. */
export function parseForm(form: SkillForm, brandProvider: string): SkillDetails {
  return {
    name: form.name.normalize('NFC'),
    description: form.description,
    area: form.area,
    serviceProvider: parseVendor(form.serviceProvider, brandProvider),
    domainKnowledge: form.domainKnowledge,
    skillResult: form.skillResult,
    conversationInfo: form.conversationInfo,
    screenShots: form.screenShots,
    workflowApproval: form.workflowApproval,
  };
}

/** The vendor that a form names, of the two that skills come from (section 3). */
function parseVendor(name: string, brandProvider: string): SkillVendor {
  const vendor = findVendorByName(name, brandProvider);
  const key = skillVendors.find((each) => each === vendor?.key);
  if (key) return key;
  const names = skillVendors.map((each) => toProviderName(each, brandProvider));
  throw refuse('serviceProvider', `The service provider must be one of ${names.join(', ')}.`);
}

/**
 * The new price, undefined where it stays. Only the provider sets prices: any other company may only repeat the stored
 * price, and its new skills cost nothing. Who may not read it sets nothing, because it could be guessed otherwise.
 */
export function parsePrice(
  actor: Actor,
  euros: number | undefined,
  stored: TenThousandths,
): TenThousandths | undefined {
  if (!canReadPrices(actor)) return undefined;
  const price = euros === undefined ? stored : fromEuros(euros);
  if (price === stored) return undefined;
  if (price !== undefined && can(actor, 'skills.set-prices')) return price;
  throw refuse('price', 'Only the provider can set the price.');
}

/** Whose a skill is can be read, and never written. */
export function refuseChangedOwner({ isProvided }: Pick<SkillUpdate, 'isProvided'>, stored: StoredSkill): void {
  if (isProvided === undefined || isProvided === stored.isProvided) return;
  throw refuse('isProvided', 'This cannot be changed.');
}

function refuse(path: string, message: string): Problem {
  return new Problem('request.invalid', { fields: [{ path, message }] });
}
