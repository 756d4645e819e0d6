import { readLimit } from '#contract/billing/limits.ts';
import { SkillForm } from '#contract/skills/skills.ts';
import type { Skill } from '#contract/skills/skills.ts';
import { describeScreenshots } from '../screenshots/screenshot-differences.ts';
import { getAreaLabel, getDomainLabel } from '../skill-words.ts';

/** What stands in the form's fields. Amounts are texts as they are typed. */
export interface SkillValues extends Record<string, unknown> {
  name: string;
  description: string;
  area: string;
  serviceProvider: string;
  domainKnowledge: string;
  skillResult: string;
  conversationInfo: string[];
  screenShots: string[];
  workflowApproval: boolean;
  limit: string;
  price: string;
}

/** In the order in which the form shows them. */
export const skillLabels = {
  name: 'Name',
  description: 'Description',
  area: 'Area',
  serviceProvider: 'Service provider',
  domainKnowledge: 'Domain knowledge',
  skillResult: 'Skill result',
  conversationInfo: 'Commands',
  screenShots: 'Screenshots',
  workflowApproval: 'Workflow approval',
  limit: 'Monthly limit',
  price: 'Price per request',
} as const;

/** A skill as the API gives it, or the one still to be created, which has nothing yet. */
export type SkillRecord = Partial<Skill>;

const showAmount = (euros: number | null | undefined): string => (euros == null ? '' : String(euros));

export function toSkillValues(skill: SkillRecord): SkillValues {
  return {
    name: skill.name ?? '',
    description: skill.description ?? '',
    area: skill.area ?? '',
    serviceProvider: skill.serviceProvider ?? '',
    domainKnowledge: skill.domainKnowledge ?? '',
    skillResult: skill.skillResult ?? '',
    conversationInfo: skill.conversationInfo ?? [],
    screenShots: skill.screenShots ?? [],
    workflowApproval: skill.workflowApproval ?? false,
    limit: showAmount(skill.limit),
    price: showAmount(skill.price),
  };
}

/** An amount that is none becomes what no rule takes, so that the schema says what is wrong. */
const readAmount = (text: string): number => {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** What is sent, and what the contract's rules judge. A price is sent only by those who may set it, and left out where the field is empty. */
export function toSkillBody({ limit, price, ...texts }: SkillValues, canSetPrice: boolean) {
  return {
    ...texts,
    limit: limit.trim() === '' ? null : (readLimit(limit) ?? Number.NaN),
    ...(canSetPrice && price.trim() !== '' && { price: readAmount(price) }),
  } as SkillForm;
}

/** The contract's messages by field, the first of each. A field of a list is named by the list. */
export function judgeSkill(values: SkillValues, canSetPrice: boolean): Record<string, string> {
  const { error } = SkillForm.safeParse(toSkillBody(values, canSetPrice));
  const messages: Record<string, string> = {};
  // In the order of the form, so that the first of them is the one that gets the focus.
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}

/** What the contract says of a list's last entry, and of their number; undefined where it may be added. */
export function judgeEntry(field: 'conversationInfo' | 'screenShots', list: readonly string[]): string | undefined {
  const { error } = SkillForm.shape[field].safeParse(list);
  // What is wrong with the others is not what was typed just now.
  return error?.issues.find(({ path: [place = list.length - 1] }) => place === list.length - 1)?.message;
}

function toText(values: SkillValues, field: keyof typeof skillLabels): string {
  const value = values[field];
  if (field === 'area') return getAreaLabel(value as Skill['area']);
  if (field === 'domainKnowledge') return getDomainLabel(value as Skill['domainKnowledge']);
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/** The fields in which the newer record differs from what the person wants to save. */
export function findDifferences(theirs: SkillRecord, mine: SkillValues) {
  const theirValues = toSkillValues(theirs);
  return (Object.keys(skillLabels) as (keyof typeof skillLabels)[])
    .map((field) => ({ field, theirs: toText(theirValues, field), yours: toText(mine, field) }))
    .filter(({ theirs: their, yours }) => their !== yours)
    .map(({ field, ...texts }) => ({
      label: skillLabels[field],
      ...(field === 'screenShots' ? describeScreenshots(theirValues.screenShots, mine.screenShots) : texts),
    }));
}
