import type { Domain, skillVendors, SkillArea } from '#features/skills/contract/skill-values.ts';
import type { SkillState } from '#features/skills/contract/skill-states.ts';
import { array, boolean, integer, nullable, text, textOf, uuid, type ParamsOf, type RowOf } from '#server/sql/types.ts';

/** A key of the vendor registry; on the wire the provider has its name. */
export type SkillVendor = (typeof skillVendors)[number];

/** The columns that the form sets, without the price. */
export const skillDetails = {
  name: text,
  description: text,
  area: textOf<SkillArea>(),
  serviceProvider: textOf<SkillVendor>(),
  domainKnowledge: textOf<Domain>(),
  skillResult: text,
  conversationInfo: array(text),
  screenShots: array(text),
  workflowApproval: boolean,
};
export type SkillDetails = ParamsOf<typeof skillDetails>;

/** The columns of a skill that do not depend on the company. */
export const skillRow = { id: uuid, ...skillDetails, isProvided: boolean, version: integer };

/** A skill as the company has it in its store. */
export const storedSkill = {
  ...skillRow,
  /** Whether the skill belongs to this company. */
  isOwn: boolean,
  /** Price of one usage event for this company: the agreed price, else the skill's own. */
  priceTenThousandths: integer,
  /** In this company. */
  state: textOf<SkillState>(),
  requiresApproval: boolean,
  /** Limit of this company for a month; null means none. */
  limitTenThousandths: nullable(integer),
};
export type StoredSkill = RowOf<typeof storedSkill>;
