import type { Integration } from '#contract/integrations/integrations.ts';
import { can } from '#contract/capabilities.ts';
import type { RoleHolder } from '#contract/capabilities.ts';
import { findService, getVendor, toProviderName } from '#contract/integrations/vendors.ts';
import type { FieldName, FormKind } from '#contract/integrations/vendors.ts';
import { listFields } from '#contract/integrations/integration-rules.ts';
import type { integrations } from '../../database/schema/integrations.ts';

/** A row of the table. `password` is sealed. */
export type StoredIntegration = Omit<typeof integrations.$inferSelect, 'companyId' | 'createdAt' | 'updatedAt'>;

/** What a form sets of it; the password apart, which is sealed for the record that it belongs to. */
export type IntegrationValues = Omit<StoredIntegration, 'id' | 'password' | 'testedAt' | 'testOk' | 'version'>;

/** Who asks, and what the provider of the portal is called. */
export interface Viewer {
  readonly holder: RoleHolder;
  readonly brandProvider: string;
}

/** As the API has it: without the password, and without what the viewer may not see. */
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
    version,
  };
}

/** What the audit log keeps: everything but the password, of which it notes that it was replaced. */
export function toAudited(stored: StoredIntegration, brandProvider: string) {
  const { name, service, serviceName, status, uniqueId, category } = stored;
  const provider = toProviderName(stored.provider, brandProvider);
  return { name, provider, service, serviceName, status, uniqueId, category, ...pickFields(stored, () => true) };
}

/** Who sees the confidential fields of a form (section 5). */
function credentialCapability(form: FormKind) {
  return form === 'ai' ? 'integrations.see-ai-credentials' : 'integrations.see-credentials';
}

const getForm = ({ provider, service }: StoredIntegration) => findService(getVendor(provider), service)?.form ?? 'ai';

type ShownFields = Pick<Integration, Exclude<FieldName, 'name' | 'serviceName' | 'password'>>;

/** The fields of the service that hold something and may be shown. */
function pickFields(stored: StoredIntegration, isShown: (isConfidential: boolean) => boolean): ShownFields {
  const service = findService(getVendor(stored.provider), stored.service);
  const shown = (service ? listFields(service) : []).filter(
    ({ kind, isConfidential }) => kind !== 'password' && isShown(isConfidential),
  );
  const pairs = shown.map(({ name }) => [name, stored[name]] as const).filter(([, value]) => value !== null);
  return Object.fromEntries(pairs) as ShownFields;
}
