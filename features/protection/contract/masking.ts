import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Version } from '#contract/fields.ts';
import { maskKinds, maxPatternLength, maxPatterns } from './masking-kinds.ts';

const endpoint = defineEndpoints('Masking');

const Kind = z.enum(maskKinds, { error: `The kind must be one of ${maskKinds.join(', ')}.` });

const Pattern = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} -]{0,39}$/u, {
      error: 'Enter a name of up to 40 letters, digits, spaces and hyphens.',
    }),
  pattern: z
    .string()
    .min(1, { error: 'Enter a pattern.' })
    .max(maxPatternLength, { error: `A pattern can have at most ${maxPatternLength} characters.` }),
});

const Settings = z.strictObject({
  shown: z.array(Kind).max(maskKinds.length),
  patterns: z.array(Pattern).max(maxPatterns, { error: `You can have at most ${maxPatterns} patterns.` }),
});

/** How conversations of the company are masked. */
export const Masking = Settings.extend({ version: z.int() });
export type Masking = z.infer<typeof Masking>;

export const MaskingForm = Settings.extend({ version: Version.optional() });
export type MaskingForm = z.infer<typeof MaskingForm>;

const maxTriedLength = 20_000;

export const MaskingTrial = z.strictObject({
  settings: Settings,
  text: z.string().max(maxTriedLength, { error: `The text can have at most ${maxTriedLength} characters.` }),
});
export type MaskingTrial = z.infer<typeof MaskingTrial>;

/** So many of the newest messages are looked through for a preview. */
export const previewedMessages = 1000;

const Count = z.int().nonnegative();

/** Preview of what settings would mask in the newest messages that the caller may read. */
export const MaskingPreview = z.object({
  messages: Count,
  /** False where there was no time for all messages or texts. */
  isWhole: z.boolean(),
  values: Count,
  /** By what stands in the place of a value, the most frequent first. */
  kinds: z.array(z.object({ label: z.string(), values: Count })),
  /** The most values first. Examples are masked by these and by the saved settings; for who may unmask conversations. */
  skills: z.array(z.object({ name: z.string(), messages: Count, values: Count, examples: z.array(z.string()).max(3) })),
});
export type MaskingPreview = z.infer<typeof MaskingPreview>;

export const maskingContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/masking',
    summary: 'Get which values are masked in conversations',
    access: 'masking.manage',
  }).output(Masking),

  update: endpoint({
    method: 'PUT',
    path: '/company/masking',
    summary: 'Update which values are masked in conversations, from the next request on',
    access: 'masking.manage',
    problems: ['record.stale', 'request.too-complex'],
  })
    .input(z.object({ body: MaskingForm }))
    .output(Masking),

  try: endpoint({
    method: 'POST',
    path: '/company/masking/trial',
    summary: 'Get what a text becomes by settings that are not saved',
    goesOn: true,
    access: 'masking.manage',
    problems: ['request.too-complex'],
  })
    .input(z.object({ body: MaskingTrial }))
    .output(z.object({ text: z.string() })),

  preview: endpoint({
    method: 'POST',
    path: '/company/masking/preview',
    summary:
      'Count what settings that are not saved would mask in the newest 1,000 messages, with masked examples by skill',
    goesOn: true,
    access: 'masking.manage',
    problems: ['request.too-complex'],
  })
    .input(z.object({ body: z.strictObject({ settings: Settings }) }))
    .output(MaskingPreview),
};
