import type { AssistantIntegration } from '#features/integrations/contract/assistant-integrations.ts';
import type { Health } from '#features/integrations/contract/health.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import type { Category, FieldName, FormKind } from '#features/integrations/contract/vendor-facts.ts';
import { findService, getVendor, toProviderName, type VendorKey } from '#features/integrations/contract/vendors.ts';
import { listFields } from '#features/integrations/contract/integration-rules.ts';
import { boolean, bytes, integer, nullable, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';
import { integrationHealth, toHealthState } from './stored-health.ts';

/** The columns that a form sets, without the password. */
export const integrationValues = {
  uniqueId: text,
  name: text,
  provider: textOf<VendorKey>(),
  service: text,
  serviceName: text,
  category: textOf<Category>(),
  status: boolean,
  url: nullable(text),
  hostname: nullable(text),
  port: nullable(integer),
  client: nullable(text),
  username: nullable(text),
  workspaceId: nullable(text),
  classifierId: nullable(text),
  collectionId: nullable(text),
  environmentId: nullable(text),
  modelId: nullable(text),
  region: nullable(text),
  deployment: nullable(text),
  apiVersion: nullable(text),
};
export type IntegrationValues = RowOf<typeof integrationValues>;

/** The encrypted password and the health of the stored values. */
export const integrationConnection = { password: bytes, ...integrationHealth };

export const storedIntegration = { id: uuid, ...integrationValues, ...integrationConnection, version: integer };
export type StoredIntegration = RowOf<typeof storedIntegration>;

/** The actor's roles, and the display name of the portal's provider. */
export interface Viewer {
  readonly holder: CapabilityHolder;
  readonly brandProvider: string;
}

/** The integration of the API: without the password and without fields that the viewer may not see. */
export function toIntegration(stored: StoredIntegration, { holder, brandProvider }: Viewer): Integration {
  const { id, name, provider, service, serviceName, status, uniqueId, category, version } = stored;
  const { testedAt, testOk } = stored;
  return {
    id,
    name,
    provider: toProviderName(provider, brandProvider),
    service,
    serviceName,
    status,
    uniqueId,
    category,
    ...pickFields(stored, (isConfidential) => !isConfidential || can(holder, credentialCapability(getForm(stored)))),
    hasPassword: true,
    lastTest: testedAt === null || testOk === null ? null : { at: testedAt.toISOString(), ok: testOk },
    health: toHealth(stored),
    version,
  };
}

function toHealth(stored: StoredIntegration): Health {
  const { lastSuccessAt, failingSince, failedStep, failure } = stored;
  return {
    state: toHealthState(stored),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    failedStep,
    failure,
  };
}

/** The audited fields: all but the password. */
export function toAudited(stored: StoredIntegration, brandProvider: string) {
  const { name, service, serviceName, status, uniqueId, category } = stored;
  const provider = toProviderName(stored.provider, brandProvider);
  return { name, provider, service, serviceName, status, uniqueId, category, ...pickFields(stored, () => true) };
}

/** The capability to see the confidential fields of a form (specification section 5). */
function credentialCapability(form: FormKind) {
  return form === 'ai' ? 'integrations.see-ai-credentials' : 'integrations.see-credentials';
}

const getForm = ({ provider, service }: StoredIntegration) => findService(getVendor(provider), service)?.form ?? 'ai';

type ShownFields = Pick<Integration, Exclude<FieldName, 'name' | 'serviceName' | 'password'>>;

/** Fields that an assistant sees: the address of the service, without how to sign in there. */
export function toAssistantIntegration(
  stored: StoredIntegration,
  { brandProvider, isGranted }: { brandProvider: string; isGranted: boolean },
): AssistantIntegration {
  const { id, uniqueId, name, service, serviceName, category } = stored;
  const provider = toProviderName(stored.provider, brandProvider);
  const address = pickFields({ ...stored, username: null }, () => true);
  return { id, uniqueId, name, provider, service, serviceName, category, ...address, isGranted };
}

/** The fields of the service that have a value and may be shown. */
function pickFields(stored: StoredIntegration, isShown: (isConfidential: boolean) => boolean): ShownFields {
  const service = findService(getVendor(stored.provider), stored.service);
  const shown = (service ? listFields(service) : []).filter(
    ({ kind, isConfidential }) => kind !== 'password' && isShown(isConfidential),
  );
  const pairs = shown.map(({ name }) => [name, stored[name]] as const).filter(([, value]) => value !== null);
  return Object.fromEntries(pairs) as ShownFields;
}
