import { foldSearch, foldText } from '#contract/fold-text.ts';
import { choice, ids, text, type FilterValues } from '#contract/filters/filters.ts';
import { skillsPerStep } from './skill-states.ts';
import { domains, skillAreas, type Domain, type SkillArea } from './skill-values.ts';

const toValues = <Key extends string>(list: readonly { key: Key; label: string }[]) =>
  Object.fromEntries(list.map(({ key, label }) => [key, label])) as Record<Key, string>;

const areaLabels = toValues<SkillArea>(skillAreas);
const domainLabels = toValues<Domain>(domains);

/** The filters of a list of skills (section 9). */
export const skillFilters = {
  /** A part of the name or of the description. */
  search: text({ maxLength: 200, toWord: (value) => `search: ${value}` }),
  /** The shown name of the service provider. */
  provider: text({ maxLength: 200, toWord: (value) => `service provider: ${value}` }),
  area: choice({ noun: 'area', values: areaLabels, toWord: (area) => `area: ${areaLabels[area]}` }),
  domainKnowledge: choice({
    noun: 'domain knowledge',
    values: domainLabels,
    toWord: (domain) => `domain knowledge: ${domainLabels[domain]}`,
  }),
  /** The selected skills of the list, of a file alone. */
  skills: ids({ noun: 'skills', most: skillsPerStep, maxLength: 36 }),
};

export type SkillFilterValues = FilterValues<typeof skillFilters>;

interface FilteredSkill {
  readonly _id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly serviceProvider?: string | undefined;
  readonly area?: SkillArea | undefined;
  readonly domainKnowledge?: Domain | undefined;
}

/** Separates name and description, so that no match spans both. No field can contain it. */
const fieldEnd = '\u0000';

/** The texts that the search looks at, folded. */
export const toSearchedText = ({ name, description = '' }: Omit<FilteredSkill, '_id'>): string =>
  foldText([name, description].join(fieldEnd));

/** Whether the filters beside the search leave a skill in the list. */
export function matchesChoices(skill: FilteredSkill, filter: Omit<SkillFilterValues, 'search'>): boolean {
  const { provider, area, domainKnowledge, skills } = filter;
  return (
    (provider === undefined || skill.serviceProvider === provider) &&
    (area === undefined || skill.area === area) &&
    (domainKnowledge === undefined || skill.domainKnowledge === domainKnowledge) &&
    (skills === undefined || skills.includes(skill._id))
  );
}

/**
 * Whether a skill has the literal search text in its name or description, without regard to case and marks, and exactly the chosen
 * provider, area and domain (section 5, filters).
 */
export function matchesSkill(skill: FilteredSkill, filter: SkillFilterValues): boolean {
  const needle = foldSearch(filter.search ?? '');
  return matchesChoices(skill, filter) && (needle === '' || toSearchedText(skill).includes(needle));
}
