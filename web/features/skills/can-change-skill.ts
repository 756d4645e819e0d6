import type { CurrentUser } from '#contract/session/session-forms.ts';
import type { Skill } from '#contract/skills/skills.ts';

/**
 * Whether the user may change a skill in the current company: the company's own skills, and provided skills in the
 * provider's own company only. Provider users are members of that company, but of no other company they act in.
 */
export function canChangeSkill({ isProvided = false }: Skill, user: CurrentUser): boolean {
  const isInProviderCompany = user.isProvider && user.companies.some(({ id }) => id === user.companyId);
  return !isProvided || isInProviderCompany;
}
