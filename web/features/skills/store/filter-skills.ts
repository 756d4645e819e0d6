import type { Skill } from '#contract/skills/skills.ts';
import type { SkillFilter } from './skill-filter.ts';

/** A skill with its searched text in lower case, computed once per list. */
export interface SearchableSkill {
  readonly skill: Skill;
  readonly text: string;
}

/** Separates name and description, so that no match spans both. No field can contain it. */
const fieldEnd = '\u0000';

export function toSearchableSkills(skills: readonly Skill[]): SearchableSkill[] {
  return skills.map((skill) => ({
    skill,
    text: [skill.name, skill.description ?? ''].join(fieldEnd).toLowerCase(),
  }));
}

/**
 * Skills whose name or description holds the literal search text, without regard to case, and that have exactly the
 * chosen provider, area and domain (section 5, filters).
 */
export function filterSkills(skills: readonly SearchableSkill[], filter: SkillFilter): Skill[] {
  const { provider, area, domainKnowledge } = filter;
  const needle = (filter.search ?? '').trim().toLowerCase();
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
