import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, IdempotencyHeaders, Instant } from '#contract/fields.ts';
import { Health, LastTest, testSteps } from './health.ts';
import { integrationsPerStep } from './integration-filters.ts';
import { Category, IntegrationForm, IntegrationTest, IntegrationUpdate } from './integration-forms.ts';

const endpoint = defineEndpoints('Integrations');

/** Fields of the connection that the service has and the actor may see. */
export const connectionFields = {
  url: z.string().optional(),
  hostname: z.string().optional(),
  port: z.int().optional(),
  client: z.string().optional(),
  username: z.string().optional(),
  workspaceId: z.string().optional(),
  classifierId: z.string().optional(),
  collectionId: z.string().optional(),
  environmentId: z.string().optional(),
  modelId: z.string().optional(),
  region: z.string().optional(),
  deployment: z.string().optional(),
  apiVersion: z.string().optional(),
};

/** Section 3, integration. `hasPassword` stands for the password, which is never sent. */
export const Integration = z.object({
  id: Id,
  name: z.string(),
  provider: z.string(),
  service: z.string(),
  serviceName: z.string(),
  status: z.boolean(),
  uniqueId: z.string(),
  category: Category,
  ...connectionFields,
  hasPassword: z.boolean(),
  lastTest: LastTest,
  health: Health,
  version: z.int(),
});
export type Integration = z.infer<typeof Integration>;

/**
 * The steps of a connection test in order. Steps after a failed one are `skipped`, and so is `tls` without encryption. A
 * service without an identifier has no step `identifier`.
 */
export const TestReport = z.object({
  ok: z.boolean(),
  at: Instant,
  steps: z.array(
    z.object({
      step: z.enum(testSteps),
      outcome: z.enum(['passed', 'failed', 'skipped']),
      /** Shown to the user; contains nothing of the called system's answer. */
      message: z.string(),
    }),
  ),
});
export type TestReport = z.infer<typeof TestReport>;

/** An active intake key, and whether its assistant may read the credentials of an integration. */
export const KeyGrant = z.object({
  keyId: Id,
  keyName: z.string(),
  /** The last four characters of the key. */
  hint: z.string(),
  /** Null for a key without a grant. */
  grantedBy: z.string().nullable(),
  grantedAt: Instant.nullable(),
});
export type KeyGrant = z.infer<typeof KeyGrant>;

const byId = z.object({ id: Id });
/** Not below `/integrations/{id}`, where `..` in place of the key would mean the integration itself. */
const byKey = z.object({ id: Id, keyId: Id });

const IntegrationIds = z
  .array(Id, { error: 'A list of ids is required.' })
  .min(1, { error: 'Select at least one integration.' })
  .max(integrationsPerStep, { error: `You can delete at most ${integrationsPerStep} integrations at once.` });

export const integrationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/integrations',
    summary: 'List the integrations of the company by name, without secrets',
    access: 'integrations.read',
    target: 'dev',
  }).output(z.array(Integration)),

  get: endpoint({
    method: 'GET',
    path: '/integrations/{id}',
    summary: 'Get an integration, without its secret',
    access: 'integrations.read',
    target: 'dev',
  })
    .input(z.object({ params: byId }))
    .output(Integration),

  create: endpoint({
    method: 'POST',
    path: '/integrations',
    summary: 'Create an integration',
    access: 'integrations.manage',
    successStatus: 201,
    problems: ['integrations.unique-id-taken'],
  })
    .input(z.object({ body: IntegrationForm, headers: IdempotencyHeaders }))
    .output(Integration),

  update: endpoint({
    method: 'PUT',
    path: '/integrations/{id}',
    summary: 'Update an integration; without a password the stored one stays',
    access: 'integrations.manage',
    problems: ['record.stale', 'integrations.unique-id-taken'],
  })
    .input(z.object({ params: byId, body: IntegrationUpdate }))
    .output(Integration),

  delete: endpoint({
    method: 'DELETE',
    path: '/integrations/{id}',
    summary: 'Delete an integration with its secret',
    access: 'integrations.manage',
    successStatus: 204,
  }).input(z.object({ params: byId })),

  deleteMany: endpoint({
    method: 'DELETE',
    path: '/integrations',
    summary: 'Delete integrations with their secrets: all of the list or none',
    access: 'integrations.manage',
    problems: ['record.not-found'],
  })
    .input(z.object({ body: IntegrationIds }))
    .output(z.array(Id)),

  test: endpoint({
    method: 'POST',
    path: '/integrations/test',
    summary: 'Test a connection with typed values; nothing is stored',
    access: 'integrations.manage',
    problems: ['record.not-found', 'request.too-many'],
  })
    .input(z.object({ body: IntegrationTest }))
    .output(TestReport),

  testStored: endpoint({
    method: 'POST',
    path: '/integrations/{id}/test',
    summary: 'Test the connection of a stored integration and store the result',
    access: 'integrations.manage',
    problems: ['request.too-many'],
  })
    .input(z.object({ params: byId }))
    .output(TestReport),

  listGrants: endpoint({
    method: 'GET',
    path: '/integration-grants/{id}',
    summary: 'List the active intake keys, and which of them may read the credentials of an integration',
    access: 'integrations.manage',
  })
    .input(z.object({ params: byId }))
    .output(z.array(KeyGrant)),

  createGrant: endpoint({
    method: 'PUT',
    path: '/integration-grants/{id}/{keyId}',
    summary: 'Grant an intake key the credentials of an integration',
    access: 'integrations.manage',
    isPaid: true,
  })
    .input(z.object({ params: byKey, body: z.strictObject({}).optional() }))
    .output(KeyGrant),

  deleteGrant: endpoint({
    method: 'DELETE',
    path: '/integration-grants/{id}/{keyId}',
    summary: 'Revoke the grant of an intake key, effective at its next read',
    access: 'integrations.manage',
  })
    .input(z.object({ params: byKey }))
    .output(KeyGrant),
};
