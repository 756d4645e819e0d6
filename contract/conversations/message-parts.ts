import * as z from 'zod';

/** Section 3, the parts of a message. Undeclared fields of a part are stored and not interpreted. */
const longText = z.string().max(200_000);
const shortText = z.string().max(2000);
const link = z.string().max(4000);
const scalar = z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]);

export const TextPart = z.object({
  type: z.literal('text'),
  value: z.union([longText, z.array(longText).max(1000)]).describe('HTML, Markdown or plain text.'),
  /** Cleaned where it is shown, whatever it is. Parts that are stored may hold any other value. */
  format: z
    .enum(['html', 'markdown', 'plain'])
    .optional()
    .catch(undefined)
    .describe('What the value is. Without it the portal recognises HTML by its elements and Markdown by its marks.'),
});

export const PicturePart = z.object({
  type: z.literal('picture'),
  value: link,
  title: shortText.optional(),
  size: z.union([shortText, z.number()]).optional(),
  /** The specification's spelling. */
  downloadink: link.optional(),
});

export const VideoPart = z.object({ type: z.literal('video'), value: link, title: shortText.optional() });

/** A submitted form; fields that it does not have are missing. */
export const FormResultPart = z.object({
  type: z.literal('formResult'),
  username: shortText.nullish(),
  firstname: shortText.nullish(),
  lastname: shortText.nullish(),
  company: shortText.nullish(),
  e_mail: shortText.nullish(),
  tel1_numbr: shortText.nullish(),
  reason: longText.nullish(),
});

/** Drawn where labels and series have the same length; otherwise only the title is shown. */
export const ChartPart = z.looseObject({
  type: z.literal('chart'),
  kind: z.enum(['bar', 'line', 'pie']).optional(),
  title: shortText.optional(),
  labels: z.array(shortText).max(500).optional(),
  series: z
    .array(z.object({ name: shortText, values: z.array(z.number()).max(500) }))
    .max(20)
    .optional(),
});

export const FilePickerPart = z.object({
  type: z.literal('filePicker'),
  fileKey: z.string().max(200),
  name: shortText.optional(),
});

export const AvailableSkillsPart = z.object({
  type: z.literal('availableSkills'),
  groups: z
    .array(
      z.object({
        name: shortText,
        data: z.array(z.object({ id: z.union([shortText, z.number()]), name: shortText })).max(500),
      }),
    )
    .max(100),
});

const TableRow = z.record(z.string().max(200), scalar);

export const TablePart = z.object({
  type: z.literal('table'),
  /** Column labels by field; by default the field names. */
  legend: z.record(z.string().max(200), shortText).optional(),
  /** Fields that every card shows; by default the first six. */
  requiredFields: z.array(z.string().max(200)).max(100).optional(),
  sourceData: z.array(TableRow).max(5000),
  itemsPerPage: z.int().min(1).max(500).optional(),
  /** Fields with a filter. */
  filters: z.array(z.string().max(200)).max(50).optional(),
});

export const MessagePart = z.discriminatedUnion(
  'type',
  [TextPart, PicturePart, VideoPart, FormResultPart, ChartPart, FilePickerPart, AvailableSkillsPart, TablePart],
  {
    error: 'The part must be one of text, picture, video, formResult, chart, filePicker, availableSkills and table.',
  },
);
export type MessagePart = z.infer<typeof MessagePart>;
export type TextPart = z.infer<typeof TextPart>;
export type PicturePart = z.infer<typeof PicturePart>;
export type VideoPart = z.infer<typeof VideoPart>;
export type FormResultPart = z.infer<typeof FormResultPart>;
export type ChartPart = z.infer<typeof ChartPart>;
export type FilePickerPart = z.infer<typeof FilePickerPart>;
export type AvailableSkillsPart = z.infer<typeof AvailableSkillsPart>;
export type TablePart = z.infer<typeof TablePart>;
