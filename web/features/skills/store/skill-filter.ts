import { domains, skillAreas } from '#contract/skills/skill-values.ts';
import type { Domain, SkillArea } from '#contract/skills/skill-values.ts';
import { serviceProviders } from '../skill-words.ts';

/** What a list of skills is narrowed to (section 3, list filters), as the address holds it. */
export interface SkillFilter {
  search?: string;
  provider?: string;
  area?: SkillArea;
  domainKnowledge?: Domain;
}

export const searchMaxLength = 200;

/** Reads the parameters of the address; what means nothing is left out. */
export function readSkillFilter(raw: object): SkillFilter {
  const { search, provider, area, domainKnowledge } = raw as Record<string, unknown>;
  // The router reads ?search=2020 as a number.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  const knownProvider = serviceProviders.find((each) => each === provider);
  const knownArea = skillAreas.find(({ key }) => key === area)?.key;
  const knownDomain = domains.find(({ key }) => key === domainKnowledge)?.key;
  return {
    ...(text !== '' && { search: text.slice(0, searchMaxLength) }),
    ...(knownProvider !== undefined && { provider: knownProvider }),
    ...(knownArea && { area: knownArea }),
    ...(knownDomain && { domainKnowledge: knownDomain }),
  };
}

/** How many of the filters behind the toggle are set. */
export function countChoices({ provider, area, domainKnowledge }: SkillFilter): number {
  return [provider, area, domainKnowledge].filter((choice) => choice !== undefined).length;
}
