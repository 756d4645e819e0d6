import type { Integration } from '#features/integrations/contract/integrations.ts';
import { categories, vendors, type Category, type VendorKey } from '#features/integrations/contract/vendors.ts';
import { paths } from '#web/paths.ts';
import { findKindOf, nameVendor } from '../integration-kind.ts';

/** An integration as the list shows and filters it. */
export interface ListedIntegration {
  readonly integration: Integration;
  /** The shown names of provider and service, or the stored ones where the portal no longer has the vendor. */
  readonly provider: string;
  readonly service: string;
  readonly status: IntegrationStatus;
  /** The address of its form. */
  readonly path: string;
  readonly vendor: VendorKey | undefined;
  /** The categories of its provider (section 3), whatever category it was put in itself. */
  readonly categories: readonly Category[];
}

export const integrationStatuses = ['Active', 'Disabled'] as const;
export type IntegrationStatus = (typeof integrationStatuses)[number];

export const toStatus = (isActive: boolean): IntegrationStatus => (isActive ? 'Active' : 'Disabled');

export function toListedIntegrations(integrations: readonly Integration[]): ListedIntegration[] {
  return integrations.map((integration) => {
    const { id, provider, service, status } = integration;
    const kind = findKindOf(integration);
    return {
      integration,
      provider: kind ? nameVendor(kind.vendor) : provider,
      service: kind ? kind.service.label : service,
      status: toStatus(status),
      path: paths.connection(kind?.vendor.slug ?? provider, service, id),
      vendor: kind?.vendor.key,
      categories: kind?.vendor.categories ?? [],
    };
  });
}

/** The filters beside the search (section 9). */
export interface IntegrationsFilter {
  provider?: VendorKey;
  category?: Category;
  status?: IntegrationStatus;
  /** Keeps the rows that a line of "Needs attention" counts. */
  only?: 'broken';
}

/** The providers that the filter offers (section 9). */
export const filterVendors = vendors.filter(({ isFilterOption }) => isFilterOption);

/** Reads the filters of an address; what means nothing is left out. */
export function parseFilter(raw: object): IntegrationsFilter {
  const { provider, category, status, only } = raw as Record<string, unknown>;
  const vendor = filterVendors.find(({ key }) => key === provider);
  const chosen = categories.find(({ key }) => key === category);
  const hasStatus = status !== undefined && status !== null && status !== '';
  return {
    ...(vendor && { provider: vendor.key }),
    ...(chosen && { category: chosen.key }),
    // Section 5: 'Active' means true, any other non-empty value false.
    ...(hasStatus && { status: toStatus(status === 'Active') }),
    ...(only === 'broken' && { only }),
  };
}

/** In use and broken, as a line of "Needs attention" counts them. */
export const isBroken = ({ integration: { status, health } }: ListedIntegration): boolean =>
  status && health.state === 'broken';

export function matchesFilter(
  listed: ListedIntegration,
  { provider, category, status, only }: IntegrationsFilter,
): boolean {
  return (
    (only === undefined || isBroken(listed)) &&
    (provider === undefined || listed.vendor === provider) &&
    (category === undefined || listed.categories.includes(category)) &&
    (status === undefined || listed.status === status)
  );
}
