import type { Integration } from '#features/integrations/contract/integrations.ts';
import {
  categories,
  findService,
  findVendorByName,
  findVendorBySlug,
  getVendorLabel,
  type Category,
  type Vendor,
  type VendorService,
} from '#features/integrations/contract/vendors.ts';
import { settings } from '#web/lib/settings.ts';

/** Vendor and service of an integration. */
export interface IntegrationKind {
  readonly vendor: Vendor;
  readonly service: VendorService;
}

/** Takes the place of the id in the address of the form for a new integration. */
export const newIntegrationId = 'addNew';

export function findKindBySlugs(vendorSlug: string, serviceKey: string): IntegrationKind | undefined {
  const vendor = findVendorBySlug(vendorSlug);
  const service = vendor && findService(vendor, serviceKey);
  return vendor && service && { vendor, service };
}

/** The kind of a stored integration; undefined where the contract no longer has its vendor or service. */
export function findKindOf({ provider, service: key }: Integration): IntegrationKind | undefined {
  const vendor = findVendorByName(provider, settings.brand.provider);
  const service = vendor && findService(vendor, key);
  return vendor && service && { vendor, service };
}

export function nameVendor(vendor: Vendor): string {
  return getVendorLabel(vendor, settings.brand.provider);
}

/** The categories that an integration of this kind can stand in. */
export function listCategories({ vendor, service }: IntegrationKind): { value: Category; label: string }[] {
  return categories
    .filter(({ key }) => vendor.categories.includes(key) || service.category === key)
    .map(({ key, label }) => ({ value: key, label }));
}
