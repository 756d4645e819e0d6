import type { CurrentUser } from '#contract/session/session-forms.ts';
import type { Skill } from '#contract/skills/skills.ts';

/**
 * Whether a skill may be changed where this person acts now: the company's own may, the provider's only in the
 * provider's own company. Its people are members there, while in other companies they act without being members.
 */
export function canChangeSkill({ isProvided = false }: Skill, user: CurrentUser): boolean {
  const isInProviderCompany = user.isProvider && user.companies.some(({ id }) => id === user.companyId);
  return !isProvided || isInProviderCompany;
}
