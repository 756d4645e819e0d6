import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant } from '#contract/fields.ts';
import { Category } from './integration-forms.ts';
import { connectionFields } from './integrations.ts';

const endpoint = defineEndpoints('Intake');

/** Minutes for which an assistant may use credentials before it asks for them again. */
export const credentialsMinutes = 15;

const { username, ...address } = connectionFields;

/** An Active integration as an assistant sees it: where it is, without how to sign in. */
const AssistantIntegration = z.object({
  id: Id,
  uniqueId: z.string(),
  name: z.string(),
  provider: z.string(),
  service: z.string(),
  serviceName: z.string(),
  category: Category,
  ...address,
  /** Whether this key may read the credentials. */
  isGranted: z.boolean(),
});
export type AssistantIntegration = z.infer<typeof AssistantIntegration>;

/** How to sign in. Use until `expiresAt`, keep in memory alone, then ask again: the grant may be gone by then. */
const IntegrationCredentials = z.object({
  id: Id,
  username,
  password: z.string(),
  expiresAt: Instant,
});
export type IntegrationCredentials = z.infer<typeof IntegrationCredentials>;

export const assistantIntegrationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/intake/integrations',
    summary: 'List the Active integrations of the company without secrets; 304 while the ETag is unchanged',
    access: 'intake',
    isPaid: true,
  }).output(z.object({ version: z.string(), integrations: z.array(AssistantIntegration) })),

  getCredentials: endpoint({
    method: 'POST',
    path: '/intake/integrations/{id}/credentials',
    summary: 'Get the credentials of an Active integration that this key is granted; each read is audited',
    access: 'intake',
    isPaid: true,
    missing:
      'No Active integration of your company has this ID. Use `id` from GET /api/intake/integrations, not `uniqueId`; integrations that are disabled or deleted are missing there.',
    problems: ['integrations.not-granted'],
  })
    .input(z.object({ params: z.object({ id: Id }), body: z.strictObject({}).optional() }))
    .output(IntegrationCredentials),
};
