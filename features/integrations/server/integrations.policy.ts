import type {
  IntegrationForm,
  IntegrationTest,
  IntegrationUpdate,
} from '#features/integrations/contract/integration-forms.ts';
import { passwordAgainMessage, targetFields } from '#features/integrations/contract/integration-rules.ts';
import type { FieldProblem } from '#contract/problems.ts';
import { identifierFields, type VendorService } from '#features/integrations/contract/vendor-facts.ts';
import { findService, findVendorByName, toProviderName, type Vendor } from '#features/integrations/contract/vendors.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { IntegrationValues, StoredIntegration } from './stored-integration.ts';

type Form = IntegrationForm | IntegrationUpdate | IntegrationTest;

/** @throws Problem `request.invalid` where no vendor is called so, or none of its services */
export function readService(form: Form, brandProvider: string): { vendor: Vendor; service: VendorService } {
  const vendor = findVendorByName(form.provider, brandProvider);
  if (!vendor) throw refuse([{ path: 'provider', message: 'Unknown provider.' }]);
  const service = findService(vendor, form.service);
  if (!service) throw refuse([{ path: 'service', message: 'Unknown service.' }]);
  return { vendor, service };
}

/** Converts the form to the values of the table. The unique ID comes from elsewhere when it is saved. */
export function parseValues(form: Form, brandProvider: string): Omit<IntegrationValues, 'uniqueId' | 'status'> {
  const { vendor, service } = readService(form, brandProvider);
  const serviceName = parseText(form.serviceName) ?? service.label;
  const identifiers = Object.fromEntries(identifierFields.map((name) => [name, parseText(form[name])]));
  return {
    provider: vendor.key,
    service: service.key,
    category: form.category ?? service.category,
    name: parseText(form.name) ?? serviceName,
    serviceName,
    url: parseText(form.url),
    hostname: parseText(form.hostname),
    port: parseText(form.port) === null ? null : Number(form.port),
    client: parseText(form.client),
    username: parseText(form.username),
    ...(identifiers as Pick<IntegrationValues, (typeof identifierFields)[number]>),
  };
}

/** Missing, null and empty are the same: nothing. */
export function parseText(value: string | number | null | undefined): string | null {
  return value === undefined || value === null || value === '' ? null : String(value).normalize('NFC');
}

/** Provider, service and unique ID are what an integration is; a save may only repeat them. */
export function refuseChangedKind(update: IntegrationUpdate, stored: StoredIntegration, brandProvider: string): void {
  const message = 'This cannot be changed.';
  const uniqueId = parseText(update.uniqueId);
  const checks: (FieldProblem | false)[] = [
    update.provider !== toProviderName(stored.provider, brandProvider) && { path: 'provider', message },
    update.service !== stored.service && { path: 'service', message },
    uniqueId !== null && uniqueId !== stored.uniqueId && { path: 'uniqueId', message },
    update.hasPassword === false && { path: 'hasPassword', message },
  ];
  const fields = checks.filter((field) => field !== false);
  if (fields.length > 0) throw refuse(fields);
}

/**
 * Requires the password again after a change of the address, because an actor could otherwise send the stored password to
 * a host of their own.
 */
export function refuseStrayPassword(
  target: Pick<IntegrationValues, (typeof targetFields)[number]>,
  stored: StoredIntegration,
): void {
  if (targetFields.every((name) => target[name] === stored[name])) return;
  throw refuse([{ path: 'password', message: passwordAgainMessage }]);
}

const refuse = (fields: FieldProblem[]) => new Problem('request.invalid', { fields });
