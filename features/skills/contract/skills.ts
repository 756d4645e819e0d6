import * as z from 'zod';
import { NetEuros } from '#features/money/contract/costs/amounts.ts';
import { unmappedId } from '#contract/conversations/conversations.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, isBlank, tooLongMessage, Version } from '#contract/fields.ts';
import { isLimit, limitMessage } from '#features/money/contract/limits.ts';
import { PriceField } from '#features/money/contract/price-field.ts';
import {
  domains,
  findScreenshotKey,
  incompleteSkillMessage,
  maxCommands,
  maxScreenshots,
  skillAreas,
  type Domain,
  type SkillArea,
} from './skill-values.ts';
import { skillStates } from './skill-states.ts';
import { StoreFigures } from './store-figures.ts';
import { isWebAddress } from '#contract/web-addresses.ts';

const endpoint = defineEndpoints('Skills', 'dev');

const OptionId = z.union([Id, z.literal(unmappedId)]);

/**
 * A skill as a filter's option: one of the store, or a reported skill that is not mapped (`isMapped` false). The id
 * `unmapped` stands for conversations without a skill.
 */
export const SkillOption = z.object({ id: OptionId, _id: OptionId, name: z.string(), isMapped: z.boolean() });
export type SkillOption = z.infer<typeof SkillOption>;

const keysOf = <Key extends string>(list: readonly { key: Key }[]) => list.map(({ key }) => key) as [Key, ...Key[]];
const Area = z.enum(keysOf<SkillArea>(skillAreas), { error: incompleteSkillMessage });
const DomainKnowledge = z.enum(keysOf<Domain>(domains), { error: incompleteSkillMessage });

/**
 * A skill of the store (section 3). Without the capability `skills.manage` only `_id`, `id` and `name`. Amounts in euro.
 * `limit` is the company's monthly limit, null for none. `price` and `limit` are missing without the capability
 * `billing.read`; who sets prices sees the price.
 */
export const Skill = z.object({
  _id: Id,
  id: Id,
  name: z.string(),
  description: z.string().optional(),
  area: z.enum(keysOf<SkillArea>(skillAreas)).optional(),
  serviceProvider: z.string().optional(),
  domainKnowledge: z.enum(keysOf<Domain>(domains)).optional(),
  skillResult: z.string().optional(),
  conversationInfo: z.array(z.string()).optional(),
  screenShots: z.array(z.string()).optional(),
  workflowApproval: z.boolean().optional(),
  limit: NetEuros.nullable().optional(),
  /** Price of one usage event for this company. */
  price: NetEuros.optional(),
  /** Whether the skill belongs to the provider: it is in every company's store, and only the provider changes it. */
  isProvided: z.boolean().optional(),
  /** Whether this company may change and delete the skill. */
  canEdit: z.boolean().optional(),
  /** In this company. */
  state: z.enum(skillStates).optional(),
  /** Whether this company must have the skill approved before it activates it. */
  requiresApproval: z.boolean().optional(),
  version: z.int().optional(),
});
export type Skill = z.infer<typeof Skill>;

const required = (maxLength: number) =>
  z
    .string({ error: incompleteSkillMessage })
    .max(maxLength, { error: tooLongMessage(maxLength) })
    .refine((text) => !isBlank(text), { error: incompleteSkillMessage });

const commandMaxLength = 300;
const textMaxLength = 5000;
const screenshotMessage = 'A screenshot must be an https address or an uploaded image.';

/** Refuses repeated entries; surrounding blanks are ignored. */
const refuseRepeated =
  (message: string) =>
  (list: readonly string[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [place, text] of list.entries()) {
      if (isBlank(text)) continue;
      const entry = text.trim();
      if (seen.has(entry)) context.addIssue({ code: 'custom', message, path: [place] });
      seen.add(entry);
    }
  };

/** Section 5, skill form. Blank commands are dropped. */
export const SkillForm = z.strictObject({
  name: required(200),
  description: required(textMaxLength),
  area: Area,
  serviceProvider: required(200),
  domainKnowledge: DomainKnowledge,
  skillResult: required(textMaxLength),
  conversationInfo: z
    .array(z.string().max(commandMaxLength, { error: tooLongMessage(commandMaxLength) }), {
      error: incompleteSkillMessage,
    })
    .max(maxCommands, { error: `A skill can have at most ${maxCommands} commands.`, abort: true })
    .refine((commands) => commands.some((command) => !isBlank(command)), { error: incompleteSkillMessage })
    .superRefine(refuseRepeated('This command is already in the list.'))
    .transform((commands) => commands.filter((command) => !isBlank(command))),
  screenShots: z
    .array(
      z.string().refine((text) => isWebAddress(text, ['https']) || findScreenshotKey(text) !== undefined, {
        error: screenshotMessage,
      }),
    )
    .max(maxScreenshots, { error: `A skill can have at most ${maxScreenshots} screenshots.`, abort: true })
    .superRefine(refuseRepeated('This screenshot is already in the list.'))
    .default([]),
  workflowApproval: z.boolean().default(false),
  /** Missing: unchanged. */
  limit: z.number({ error: limitMessage }).refine(isLimit, { error: limitMessage }).nullable().optional(),
  /** Set by the provider's actors; of other actors it is ignored. */
  price: PriceField.optional(),
});
export type SkillForm = z.infer<typeof SkillForm>;

/** Fields of the record beside the form, which clients may send back. */
const record = {
  _id: Id.optional(),
  id: Id.optional(),
  isProvided: z.boolean().optional(),
  canEdit: z.boolean().optional(),
  state: z.enum(skillStates).optional(),
  requiresApproval: z.boolean().optional(),
  version: Version.optional(),
};

export const SkillUpdate = SkillForm.extend(record);
export type SkillUpdate = z.infer<typeof SkillUpdate>;

/** The specification's clients send the record with a deletion; only its id and version are read. */
export const SkillDeletion = z.strictObject({
  ...Object.fromEntries(Object.keys(SkillForm.shape).map((name) => [name, z.unknown().optional()])),
  ...record,
});
export type SkillDeletion = z.infer<typeof SkillDeletion>;

export const screenshotMaxBytes = 5 * 1024 * 1024;

/** An uploaded screenshot: `url` is an entry of `screenShots`. Sizes in pixels. */
export const Screenshot = z.object({ url: z.string() });
export type Screenshot = z.infer<typeof Screenshot>;

const byId = z.object({ _id: Id });

export const skillsContract = {
  list: endpoint({
    method: 'GET',
    path: '/skills',
    summary: 'List skills by name: those of the store and reported skills that are not mapped',
    access: 'signed-in',
  }).output(z.array(SkillOption)),

  listStore: endpoint({
    method: 'GET',
    path: '/skills/store',
    summary: 'List the skills of the store by name: the company’s own and the provider’s',
    access: 'signed-in',
  }).output(z.array(Skill)),

  getStoreFigures: endpoint({
    method: 'GET',
    path: '/skills/figures',
    summary: 'Get requests, cost and success rate of each skill of the store in the month so far',
    access: 'skills.manage',
  }).output(StoreFigures),

  get: endpoint({
    method: 'GET',
    path: '/skills/store/{_id}',
    summary: 'Get a skill of the store',
    access: 'skills.manage',
  })
    .input(z.object({ params: byId }))
    .output(Skill),

  create: endpoint({
    method: 'POST',
    path: '/skills/store/create',
    summary: 'Create a skill in the company’s store; a skill of the provider appears in every store',
    access: 'skills.manage',
    successStatus: 201,
    problems: ['skills.screenshot-unknown'],
  })
    .input(z.object({ body: SkillForm, headers: IdempotencyHeaders }))
    .output(Skill),

  update: endpoint({
    method: 'PUT',
    path: '/skills/store/update/{_id}',
    summary: 'Update a skill of the company',
    access: 'skills.manage',
    problems: ['record.stale', 'skills.provided', 'skills.screenshot-unknown'],
  })
    .input(z.object({ params: byId, body: SkillUpdate }))
    .output(Skill),

  delete: endpoint({
    method: 'DELETE',
    path: '/skills/store/delete/{_id}',
    summary: 'Delete a skill of the company; past conversations and invoices keep its name',
    access: 'skills.manage',
    successStatus: 204,
    problems: ['record.stale', 'skills.provided'],
  }).input(z.object({ params: byId, body: SkillDeletion.optional() })),

  createScreenshot: endpoint({
    method: 'POST',
    path: '/skills/store/screenshots',
    summary: 'Upload a screenshot (PNG, JPEG or WebP); deleted after a day unless a skill uses its address',
    access: 'skills.manage',
    successStatus: 201,
    takesFile: true,
    deferrable: 'upload',
    bodyLimitBytes: screenshotMaxBytes,
    problems: ['skills.screenshot-refused'],
  })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(Screenshot),
};
