import type { TenThousandths } from '#contract/billing/money.ts';
import type { Domain, skillVendors, SkillArea } from '#contract/skills/skill-values.ts';

/** A key of the table of vendors; on the wire the provider has its name. */
export type SkillVendor = (typeof skillVendors)[number];

/** What the form decides about a skill. */
export interface SkillValues {
  readonly name: string;
  readonly description: string;
  readonly area: SkillArea;
  readonly serviceProvider: SkillVendor;
  readonly domainKnowledge: Domain;
  readonly skillResult: string;
  readonly conversationInfo: string[];
  readonly screenShots: string[];
  readonly workflowApproval: boolean;
  /** Of one run; left out where it stays. */
  readonly priceTenThousandths?: TenThousandths;
}

/** A skill as the bound company has it in its store. */
export interface StoredSkill extends Required<SkillValues> {
  readonly id: string;
  readonly isProvided: boolean;
  readonly version: number;
  /** What a run costs this company, by agreement or as the skill says. */
  readonly priceTenThousandths: TenThousandths;
  /** Of this company, for a month; null for none. */
  readonly limitTenThousandths: TenThousandths | null;
}
