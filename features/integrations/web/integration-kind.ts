import { findKindOf as findKind, type IntegrationKind } from '#features/integrations/contract/integration-filters.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { categories, type Category } from '#features/integrations/contract/vendor-facts.ts';
import { findService, findVendorBySlug, getVendorLabel, type Vendor } from '#features/integrations/contract/vendors.ts';
import { settings } from '#web/lib/settings.ts';

export type { IntegrationKind } from '#features/integrations/contract/integration-filters.ts';

/** Takes the place of the id in the address of the form for a new integration. */
export const newIntegrationId = 'addNew';

export function findKindBySlugs(vendorSlug: string, serviceKey: string): IntegrationKind | undefined {
  const vendor = findVendorBySlug(vendorSlug);
  const service = vendor && findService(vendor, serviceKey);
  return vendor && service && { vendor, service };
}

/** The kind of a stored integration; undefined where the portal no longer has its vendor or service. */
export const findKindOf = (integration: Integration): IntegrationKind | undefined =>
  findKind(integration, settings.brand.provider);

export function nameVendor(vendor: Vendor): string {
  return getVendorLabel(vendor, settings.brand.provider);
}

/** The categories that an integration of this kind can stand in. */
export function listCategories({ vendor, service }: IntegrationKind): { value: Category; label: string }[] {
  return categories
    .filter(({ key }) => vendor.categories.includes(key) || service.category === key)
    .map(({ key, label }) => ({ value: key, label }));
}
