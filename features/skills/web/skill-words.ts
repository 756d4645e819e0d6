import { domains, skillAreas, type Domain, type SkillArea } from '#features/skills/contract/skill-values.ts';
import { settings } from '#web/lib/settings.ts';

/** The two values of `serviceProvider` (section 3). */
export const serviceProviders: readonly string[] = ['SAP', settings.brand.provider];

const areaLabels = new Map<string, string>(skillAreas.map(({ key, label }) => [key, label]));
const domainLabels = new Map<string, string>(domains.map(({ key, label }) => [key, label]));

/** Empty for a skill without an area. */
export const getAreaLabel = (area: SkillArea | undefined): string => areaLabels.get(area ?? '') ?? '';

export const getDomainLabel = (domain: Domain | undefined): string => domainLabels.get(domain ?? '') ?? '';
