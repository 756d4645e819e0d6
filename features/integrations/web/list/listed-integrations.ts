import {
  filterVendors,
  isBroken as isBrokenIntegration,
  matchesChoices,
  nameKindOf,
  toStatus,
  type IntegrationStatus,
} from '#features/integrations/contract/integration-filters.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { categories, type Category } from '#features/integrations/contract/vendor-facts.ts';
import type { VendorKey } from '#features/integrations/contract/vendors.ts';
import { settings } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { findKindOf } from '../integration-kind.ts';

/** An integration as the list shows it. */
export interface ListedIntegration {
  readonly id: string;
  readonly integration: Integration;
  /** The shown names of provider and service, or the stored ones where the portal no longer has the vendor. */
  readonly provider: string;
  readonly service: string;
  readonly status: IntegrationStatus;
  /** The address of its form. */
  readonly path: string;
}

export function toListedIntegrations(integrations: readonly Integration[]): ListedIntegration[] {
  return integrations.map((integration) => {
    const { id, provider, service, status } = integration;
    return {
      id,
      integration,
      ...nameKindOf(integration, settings.brand.provider),
      status: toStatus(status),
      path: paths.connection(findKindOf(integration)?.vendor.slug ?? provider, service, id),
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

export const isBroken = ({ integration }: ListedIntegration): boolean => isBrokenIntegration(integration);

export const matchesFilter = ({ integration }: ListedIntegration, filter: IntegrationsFilter): boolean =>
  matchesChoices(integration, filter, settings.brand.provider);
