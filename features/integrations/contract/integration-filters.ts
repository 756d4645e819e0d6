import { choice, ids, text, type FilterValues } from '#contract/filters/filters.ts';
import { foldSearch, foldText } from '#contract/fold-text.ts';
import type { HealthState } from './health.ts';
import { categories, type Category, type VendorService } from './vendor-facts.ts';
import { findService, findVendorByName, getVendorLabel, vendors, type Vendor, type VendorKey } from './vendors.ts';

/** The most integrations that one call deletes, and that a file of selected ones has. */
export const integrationsPerStep = 100;

const toValues = <Key extends string>(list: readonly { key: Key; label: string }[]) =>
  Object.fromEntries(list.map(({ key, label }) => [key, label])) as Record<Key, string>;

/** The providers that the filter offers (section 9). */
export const filterVendors = vendors.filter(({ isFilterOption }) => isFilterOption);

export const integrationStatuses = ['Active', 'Disabled'] as const;
export type IntegrationStatus = (typeof integrationStatuses)[number];

export const toStatus = (isActive: boolean): IntegrationStatus => (isActive ? 'Active' : 'Disabled');

export const healthLabels: Readonly<Record<HealthState, string>> = {
  neverTested: 'Never tested',
  working: 'Working',
  degraded: 'Degraded',
  broken: 'Broken',
};

const vendorLabels = toValues(filterVendors) as Record<VendorKey, string>;
export const categoryLabels = toValues<Category>(categories);

/** The filters of the list of integrations (section 9). */
export const integrationFilters = {
  /** A part of the name, the service provider or the service. */
  search: text({ maxLength: 200, toWord: (value) => `search: ${value}` }),
  provider: choice<VendorKey>({
    noun: 'service provider',
    values: vendorLabels,
    // The provider of the portal has a name only where it is shown.
    toWord: (vendor) => `service provider: ${vendorLabels[vendor] || vendor}`,
  }),
  category: choice<Category>({
    noun: 'category',
    values: categoryLabels,
    toWord: (category) => `category: ${categoryLabels[category]}`,
  }),
  status: choice<IntegrationStatus>({ noun: 'status', values: { Active: 'Active', Disabled: 'Disabled' } }),
  /** In use and broken, as a line of "Needs attention" counts them. */
  only: choice({ noun: 'only', values: { broken: 'Broken' }, toWord: () => 'broken and in use' }),
  /** The selected integrations of the list, of a file alone. */
  integrations: ids({ noun: 'integrations', most: integrationsPerStep, maxLength: 36 }),
};

export type IntegrationFilterValues = FilterValues<typeof integrationFilters>;

interface FilteredIntegration {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly service: string;
  readonly status: boolean;
  readonly health: { readonly state: string };
}

/** Vendor and service of an integration. */
export interface IntegrationKind {
  readonly vendor: Vendor;
  readonly service: VendorService;
}

/** The kind of a stored integration; undefined where the portal no longer has its vendor or service. */
export function findKindOf(
  { provider, service: key }: Pick<FilteredIntegration, 'provider' | 'service'>,
  brandProvider: string,
): IntegrationKind | undefined {
  const vendor = findVendorByName(provider, brandProvider);
  const service = vendor && findService(vendor, key);
  return vendor && service && { vendor, service };
}

/** The shown names of provider and service, or the stored ones where the portal no longer has the vendor. */
export function nameKindOf(integration: FilteredIntegration, brandProvider: string) {
  const kind = findKindOf(integration, brandProvider);
  return {
    provider: kind ? getVendorLabel(kind.vendor, brandProvider) : integration.provider,
    service: kind ? kind.service.label : integration.service,
  };
}

export const isBroken = ({ status, health }: FilteredIntegration): boolean => status && health.state === 'broken';

/** Whether the filters beside the search leave an integration in the list. */
export function matchesChoices(
  integration: FilteredIntegration,
  { provider, category, status, only, integrations }: Omit<IntegrationFilterValues, 'search'>,
  brandProvider: string,
): boolean {
  const vendor = findKindOf(integration, brandProvider)?.vendor;
  return (
    (only === undefined || isBroken(integration)) &&
    (provider === undefined || vendor?.key === provider) &&
    // That of its provider (section 3), whatever category it was put in itself.
    (category === undefined || vendor?.categories.includes(category) === true) &&
    (status === undefined || toStatus(integration.status) === status) &&
    (integrations === undefined || integrations.includes(integration.id))
  );
}

/** Separates the texts, so that no match spans two. No field can contain it. */
const fieldEnd = '\u0000';

/** Whether an integration is in the list: by the literal search text, without regard to case and marks, and by the filters. */
export function matchesIntegration(
  integration: FilteredIntegration,
  { search = '', ...chosen }: IntegrationFilterValues,
  brandProvider: string,
): boolean {
  if (!matchesChoices(integration, chosen, brandProvider)) return false;
  const needle = foldSearch(search);
  if (needle === '') return true;
  const { name, provider, service } = integration;
  const named = nameKindOf(integration, brandProvider);
  return foldText([name, named.provider, provider, named.service, service].join(fieldEnd)).includes(needle);
}
