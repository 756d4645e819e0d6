import { foldSearch } from '#contract/fold-text.ts';
import { matchesChoices, toSearchedText } from '#features/skills/contract/skill-filters.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import type { SkillFilter } from './skill-filter.ts';

/** A skill with its searched text folded, computed once per list. */
export interface SearchableSkill {
  readonly skill: Skill;
  readonly text: string;
}

export function toSearchableSkills(skills: readonly Skill[]): SearchableSkill[] {
  return skills.map((skill) => ({ skill, text: toSearchedText(skill) }));
}

/**
 * Skills whose name or description holds the literal search text, without regard to case and marks, and that have exactly the
 * chosen provider, area and domain (section 5, filters).
 */
export function filterSkills(skills: readonly SearchableSkill[], filter: SkillFilter): Skill[] {
  const needle = foldSearch(filter.search ?? '');
  return skills
    .filter(({ skill, text }) => (needle === '' || text.includes(needle)) && matchesChoices(skill, filter))
    .map(({ skill }) => skill);
}
