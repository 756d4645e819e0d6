import * as z from 'zod';
import { Id, isBlank, textMaxLength, tooLongMessage, Version } from '#contract/fields.ts';
import { Health, LastTest } from './health.ts';
import { findMeantService, judgeFields, listForeignFields, portMessage } from './integration-rules.ts';
import { categories, type Category as CategoryKey } from './vendor-facts.ts';

const categoryKeys = categories.map(({ key }) => key) as [CategoryKey, ...CategoryKey[]];
export const Category = z.enum(categoryKeys, { error: `The category must be one of ${categoryKeys.join(', ')}.` });

const text = (maxLength = textMaxLength, error = 'The input must be a text.') =>
  z.string({ error }).max(maxLength, { error: tooLongMessage(maxLength) });
const optional = (maxLength?: number) => text(maxLength).nullish();

/** The fields of both forms of section 5; the table of vendors says which of them a service has. */
const values = {
  provider: text(textMaxLength, 'Unknown provider.'),
  service: text(textMaxLength, 'Unknown service.'),
  category: Category.optional(),
  status: z.boolean({ error: 'The status must be true or false.' }).default(true),
  name: optional(),
  serviceName: optional(),
  url: optional(2000),
  hostname: optional(),
  port: z.union([z.int(), text()], { error: portMessage }).nullish(),
  client: optional(),
  username: optional(),
  password: z
    .string({ error: 'The input is not a valid Password!' })
    // A service account key has about 2,400 characters.
    .max(5000, { error: tooLongMessage(5000) })
    .nullish(),
  workspaceId: optional(),
  classifierId: optional(),
  collectionId: optional(),
  environmentId: optional(),
  modelId: optional(),
  region: optional(),
  deployment: optional(),
  apiVersion: optional(),
};

type Values = z.infer<z.ZodObject<typeof values>>;

interface Judging {
  readonly mode: 'create' | 'update' | 'test';
}

/** The rules that depend on the service. */
function judge({ mode }: Judging) {
  return (
    form: Values & { id?: string | undefined; uniqueId?: string | null | undefined },
    context: z.RefinementCtx,
  ) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (mode === 'create' && isBlank(form.uniqueId ?? '')) refuse('uniqueId', 'Unique ID can not be empty!');
    if (isBlank(form.provider)) return refuse('provider', 'Unknown provider.');
    const meant = findMeantService(form.provider, form.service);
    if (!meant) return refuse('service', 'Unknown service.');
    const { vendor, service } = meant;
    const isOwnCategory =
      form.category === undefined || [...vendor.categories, service.category].includes(form.category);
    if (!isOwnCategory) refuse('category', 'This provider is not in this category.');
    const hasPassword = mode === 'update' || (mode === 'test' && form.id !== undefined);
    for (const { path, message } of judgeFields(service, form, { hasPassword })) refuse(path, message);
    for (const name of listForeignFields(service, form)) refuse(name, 'This field does not belong to this service.');
  };
}

/** Visibly distinct: contains no invisible characters and none that change the writing direction. */
const uniqueId = text()
  .trim()
  .refine((value) => isBlank(value) || !/[\p{C}\p{Zl}\p{Zp}]/u.test(value), {
    error: 'The Unique ID contains invalid characters.',
  })
  .nullish();

export const IntegrationForm = z.strictObject({ ...values, uniqueId }).superRefine(judge({ mode: 'create' }));
export type IntegrationForm = z.infer<typeof IntegrationForm>;

/**
 * Clients may send back the whole record; read-only fields must be unchanged. With a missing, null or empty password
 * the stored one stays.
 */
export const IntegrationUpdate = z
  .strictObject({
    ...values,
    status: values.status.unwrap().optional(),
    uniqueId,
    id: Id.optional(),
    _id: Id.optional(),
    hasPassword: z.boolean().optional(),
    lastTest: LastTest.optional(),
    health: Health.optional(),
    version: Version.optional(),
  })
  .superRefine((form, context) => judge({ mode: 'update' })({ ...form, status: form.status ?? true }, context));
export type IntegrationUpdate = z.infer<typeof IntegrationUpdate>;

/**
 * Typed values of a connection test. With the `id` of a stored integration an empty password stands for the stored one.
 */
export const IntegrationTest = z
  .strictObject({ ...values, uniqueId, id: Id.optional() })
  .superRefine(judge({ mode: 'test' }));
export type IntegrationTest = z.infer<typeof IntegrationTest>;
