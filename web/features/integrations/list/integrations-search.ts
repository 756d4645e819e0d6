import { categories, vendors } from '#contract/integrations/vendors.ts';
import type { Category, VendorKey } from '#contract/integrations/vendors.ts';

/** What the address of the list holds: its four filters, and the order where it is not the server's own. */
export interface IntegrationsSearch {
  search?: string;
  provider?: VendorKey;
  category?: Category;
  status?: IntegrationStatus;
  sortBy?: IntegrationsColumn;
  order?: 'descending';
}

export const integrationStatuses = ['Active', 'Disabled'] as const;
export type IntegrationStatus = (typeof integrationStatuses)[number];

export const integrationsColumns = ['name', 'provider', 'service', 'status'] as const;
export type IntegrationsColumn = (typeof integrationsColumns)[number];

export const searchMaxLength = 200;

/** The providers that the filter offers (section 9). */
export const filterVendors = vendors.filter(({ isFilterOption }) => isFilterOption);

/** Reads the parameters of the address; what means nothing is left out. */
export function readIntegrationsSearch(raw: object): IntegrationsSearch {
  const { search, provider, category, status, sortBy, order } = raw as Record<string, unknown>;
  // The router reads ?search=2020 as a number.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  const vendor = filterVendors.find(({ key }) => key === provider);
  const chosen = categories.find(({ key }) => key === category);
  const state = readStatus(status);
  const column = integrationsColumns.find((each) => each === sortBy);
  return {
    ...(text !== '' && { search: text.slice(0, searchMaxLength) }),
    ...(vendor && { provider: vendor.key }),
    ...(chosen && { category: chosen.key }),
    ...(state && { status: state }),
    ...(column && { sortBy: column }),
    ...(column && order === 'descending' && { order }),
  };
}

/** Section 5: 'Active' means true, any other non-empty value false. */
function readStatus(status: unknown): IntegrationStatus | undefined {
  if (status === undefined || status === null || status === '') return undefined;
  return status === 'Active' ? 'Active' : 'Disabled';
}

/** Whether the list shows only a part of the integrations. */
export function isFiltered({ search = '', provider, category, status }: IntegrationsSearch): boolean {
  return search.trim() !== '' || [provider, category, status].some((each) => each !== undefined);
}

/** The address after a click on a column head: ascending, and descending where it was ascending already. */
export function toggleSort(current: IntegrationsSearch, column: IntegrationsColumn): IntegrationsSearch {
  const { sortBy, order, ...filters } = current;
  const isAscending = sortBy === column && order === undefined;
  return { ...filters, sortBy: column, ...(isAscending && { order: 'descending' }) };
}
