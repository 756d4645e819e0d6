import * as z from 'zod';
import { Id, Instant } from '#contract/fields.ts';

/** Attributes that a company can map, and values of each that are kept: the latest ones, and those that are mapped. */
export const maxMappedAttributes = 10;
export const maxAttributeValues = 100;

/** A value of an attribute, and what conversations with it become. */
export const AttributeValue = z.object({
  id: Id,
  /** Values that look like personal data are replaced by their kind and a few characters that tell values apart. */
  value: z.string(),
  /** When a report had it last; null for a value that was not seen yet. */
  seenAt: Instant.nullable(),
  skillId: Id.nullable(),
  skillName: z.string().nullable(),
  userId: Id.nullable(),
  userName: z.string().nullable(),
  /** Null where the report decides. */
  billed: z.boolean().nullable(),
  /** Whether the caller may change the skill; of a priced one only the provider. */
  canMap: z.boolean(),
});
export type AttributeValue = z.infer<typeof AttributeValue>;

/** An attribute of OpenTelemetry that a company maps. The first one of which a value is mapped counts. */
export const MappedAttribute = z.object({
  id: Id,
  name: z.string(),
  /** The latest first; unmapped ones before. */
  values: z.array(AttributeValue),
});
export type MappedAttribute = z.infer<typeof MappedAttribute>;

export const AttributeForm = z.strictObject({
  name: z
    .string({ error: 'The field is required!' })
    .trim()
    .min(1, 'The field is required!')
    .max(100, 'The input can have at most 100 characters.')
    .regex(/^[\w.:/-]+$/, 'Enter the name of an attribute, e.g. service.name.'),
});
export type AttributeForm = z.infer<typeof AttributeForm>;

export const AttributeMapping = z.strictObject({
  skillId: Id.nullable(),
  userId: Id.nullable(),
  billed: z.boolean({ error: 'Must be true, false or null.' }).nullable(),
});
export type AttributeMapping = z.infer<typeof AttributeMapping>;
