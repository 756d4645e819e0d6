import { acmeSkills, globexSkills } from './company-skills.ts';
import type { DemoSkill } from './demo-skill.ts';
import { providedSkills } from './provided-skills.ts';

const ownSkills: Readonly<Record<string, readonly DemoSkill[]>> = {
  Steward: providedSkills,
  'Acme Manufacturing': acmeSkills,
  'Globex Logistics': globexSkills,
};

/** A company's own skills; those of the provider are in every company's store. */
export function getOwnSkills(companyName: string): readonly DemoSkill[] {
  return ownSkills[companyName] ?? [];
}

/** All skills in a company's store. */
export function getStore(companyName: string): readonly DemoSkill[] {
  return [...providedSkills, ...(companyName === 'Steward' ? [] : getOwnSkills(companyName))];
}

/** Prices of a provider's skill that differ per company from the price of the skill. */
export const agreedPrices: ReadonlyArray<{
  readonly companyName: string;
  readonly skillName: string;
  readonly priceTenThousandths: number;
}> = [
  { companyName: 'Acme Manufacturing', skillName: 'Invoice status', priceTenThousandths: 2900 },
  { companyName: 'Globex Logistics', skillName: 'Timesheet', priceTenThousandths: 1100 },
];

/** The company's own cost of one request of an own skill, from the first day of a month on. */
export const ownCostRates: ReadonlyArray<{
  readonly companyName: string;
  readonly skillName: string;
  readonly priceTenThousandths: number;
  readonly monthsAgo: number;
  readonly createdBy: string;
}> = [
  {
    companyName: 'Acme Manufacturing',
    skillName: 'Goods receipt',
    priceTenThousandths: 400,
    monthsAgo: 12,
    createdBy: 'Maarja Kask',
  },
  {
    companyName: 'Acme Manufacturing',
    skillName: 'Goods receipt',
    priceTenThousandths: 450,
    monthsAgo: 1,
    createdBy: 'Maarja Kask',
  },
  {
    companyName: 'Acme Manufacturing',
    skillName: 'Customer credit limit',
    priceTenThousandths: 1200,
    monthsAgo: 6,
    createdBy: 'Maarja Kask',
  },
  {
    companyName: 'Globex Logistics',
    skillName: 'Shipment booking',
    priceTenThousandths: 250,
    monthsAgo: 6,
    createdBy: 'Willem de Vries',
  },
];
