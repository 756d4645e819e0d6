import { domains, skillAreas, type Domain, type SkillArea } from '#features/skills/contract/skill-values.ts';
import { parseSearchText } from '#web/records/list-address.ts';
import { serviceProviders } from '../skill-words.ts';

/** The filters of a list of skills (section 3), kept in its address. */
export interface SkillFilter {
  search?: string;
  provider?: string;
  area?: SkillArea;
  domainKnowledge?: Domain;
}

/** Parses the parameters of an address and leaves out unknown values. */
export function parseSkillFilter(raw: object): SkillFilter {
  const { provider, area, domainKnowledge } = raw as Record<string, unknown>;
  const knownProvider = serviceProviders.find((each) => each === provider);
  const knownArea = skillAreas.find(({ key }) => key === area)?.key;
  const knownDomain = domains.find(({ key }) => key === domainKnowledge)?.key;
  return {
    ...parseSearchText(raw),
    ...(knownProvider !== undefined && { provider: knownProvider }),
    ...(knownArea && { area: knownArea }),
    ...(knownDomain && { domainKnowledge: knownDomain }),
  };
}

/** The number of filters set behind the toggle. */
export function countChoices({ provider, area, domainKnowledge }: SkillFilter): number {
  return [provider, area, domainKnowledge].filter((choice) => choice !== undefined).length;
}
