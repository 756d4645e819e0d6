import { foldSearch, foldText } from '#contract/fold-text.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { SkillFilter } from './skill-filter.ts';

/** A skill with its searched text folded, computed once per list. */
export interface SearchableSkill {
  readonly skill: Skill;
  readonly text: string;
}

/** Separates name and description, so that no match spans both. No field can contain it. */
const fieldEnd = '\u0000';

export function toSearchableSkills(skills: readonly Skill[]): SearchableSkill[] {
  return skills.map((skill) => ({
    skill,
    text: foldText([skill.name, skill.description ?? ''].join(fieldEnd)),
  }));
}

/**
 * Skills whose name or description holds the literal search text, without regard to case and marks, and that have exactly the
 * chosen provider, area and domain (section 5, filters).
 */
export function filterSkills(skills: readonly SearchableSkill[], filter: SkillFilter): Skill[] {
  const { provider, area, domainKnowledge } = filter;
  const needle = foldSearch(filter.search ?? '');
  return skills
    .filter(
      ({ skill, text }) =>
        (needle === '' || text.includes(needle)) &&
        (provider === undefined || skill.serviceProvider === provider) &&
        (area === undefined || skill.area === area) &&
        (domainKnowledge === undefined || skill.domainKnowledge === domainKnowledge),
    )
    .map(({ skill }) => skill);
}
