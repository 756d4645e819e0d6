export const skillTabs = ['overview', 'configurations'] as const;
export type SkillTab = (typeof skillTabs)[number];

/** The tab of the address; Overview is the default (section 9). */
export function readSkillTab(search: object): SkillTab {
  const { tab } = search as Record<string, unknown>;
  return skillTabs.find((each) => each === tab) ?? 'overview';
}

/** Empty for the first tab. */
export function toTabSearch(tab: SkillTab): { tab?: SkillTab } {
  return tab === 'overview' ? {} : { tab };
}
