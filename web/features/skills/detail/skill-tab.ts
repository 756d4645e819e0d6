export const skillTabs = ['overview', 'configurations'] as const;
export type SkillTab = (typeof skillTabs)[number];

/** The tab that the address of a skill's page names; Overview is the default (section 9). */
export function readSkillTab(search: object): SkillTab {
  const { tab } = search as Record<string, unknown>;
  return skillTabs.find((each) => each === tab) ?? 'overview';
}

/** What the address holds for a tab; nothing for the first. */
export function toTabSearch(tab: SkillTab): { tab?: SkillTab } {
  return tab === 'overview' ? {} : { tab };
}
