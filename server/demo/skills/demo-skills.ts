import { acmeSkills, globexSkills } from './company-skills.ts';
import type { DemoSkill } from './demo-skill.ts';
import { providedSkills } from './provided-skills.ts';

const ownSkills: Readonly<Record<string, readonly DemoSkill[]>> = {
  Steward: providedSkills,
  'Acme Manufacturing': acmeSkills,
  'Globex Logistics': globexSkills,
};

/** What a company of the demo brings into the store; the provider's are in everybody's. */
export function getOwnSkills(companyName: string): readonly DemoSkill[] {
  return ownSkills[companyName] ?? [];
}

/** What stands in a company's store. */
export function getStore(companyName: string): readonly DemoSkill[] {
  return [...providedSkills, ...(companyName === 'Steward' ? [] : getOwnSkills(companyName))];
}

/** What a company pays for a run of a provider's skill where that is not the skill's own price. */
export const agreedPrices: ReadonlyArray<{
  readonly companyName: string;
  readonly skillName: string;
  readonly priceTenThousandths: number;
}> = [
  { companyName: 'Acme Manufacturing', skillName: 'Invoice status', priceTenThousandths: 2900 },
  { companyName: 'Globex Logistics', skillName: 'Timesheet', priceTenThousandths: 1100 },
];
