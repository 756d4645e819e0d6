import { parseLimit } from '#features/money/contract/limits.ts';
import { SkillForm, type Skill } from '#features/skills/contract/skills.ts';
import { describeScreenshots } from '../screenshots/screenshot-differences.ts';
import { getAreaLabel, getDomainLabel } from '../skill-words.ts';

/** The values of the skill form. Amounts are texts, as typed. */
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
  /** Typed into the helper fields and not added yet; not sent (section 5), and not lost by a save either. */
  pendingCommand: string;
  pendingScreenshot: string;
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

/** A skill from the API, or an empty record for a new one. */
export type SkillRecord = Partial<Skill>;

const formatAmount = (euros: number | null | undefined): string => (euros == null ? '' : String(euros));

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
    limit: formatAmount(skill.limit),
    price: formatAmount(skill.price),
    pendingCommand: '',
    pendingScreenshot: '',
  };
}

/** NaN for a text that is not an amount, so that the schema rejects it with its own message. */
const parseAmount = (text: string): number => {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** The body of a save, and the input of the contract's schema. Without `canSetPrice` and for an empty field there is no price. */
export function toSkillBody(values: SkillValues, canSetPrice: boolean) {
  const shown = Object.fromEntries(Object.keys(skillLabels).map((field) => [field, values[field]])) as SkillValues;
  const { limit, price, ...texts } = shown;
  return {
    ...texts,
    limit: limit.trim() === '' ? null : (parseLimit(limit) ?? Number.NaN),
    ...(canSetPrice && price.trim() !== '' && { price: parseAmount(price) }),
  } as SkillForm;
}

/** The first message of the contract's schema for each field. An entry of a list counts as the list. */
export function validateSkill(values: SkillValues, canSetPrice: boolean): Record<string, string> {
  const { error } = SkillForm.safeParse(toSkillBody(values, canSetPrice));
  const messages: Record<string, string> = {};
  // The issues are in the order of the form, whose first invalid field gets the focus.
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  // The typed text is what is missing from an empty list.
  if (values.pendingCommand.trim() !== '') messages.conversationInfo = 'Add or clear this command.';
  if (values.pendingScreenshot.trim() !== '') messages.screenShots = 'Add or clear this address.';
  return messages;
}

/** The message of the contract's schema for the last entry of a list, or for their number; undefined for a valid entry. */
export function validateEntry(field: 'conversationInfo' | 'screenShots', list: readonly string[]): string | undefined {
  const { error } = SkillForm.shape[field].safeParse(list);
  // Problems of earlier entries are not about the entry typed now.
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

/** The fields in which the newer record differs from the unsaved values. */
export function listDifferences(theirs: SkillRecord, mine: SkillValues) {
  const theirValues = toSkillValues(theirs);
  return (Object.keys(skillLabels) as (keyof typeof skillLabels)[])
    .map((field) => ({ field, theirs: toText(theirValues, field), yours: toText(mine, field) }))
    .filter(({ theirs: their, yours }) => their !== yours)
    .map(({ field, ...texts }) => ({
      label: skillLabels[field],
      ...(field === 'screenShots' ? describeScreenshots(theirValues.screenShots, mine.screenShots) : texts),
    }));
}
