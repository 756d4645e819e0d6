import type { Integration } from '#contract/integrations/integrations.ts';
import type { Category, VendorKey } from '#contract/integrations/vendors.ts';
import { paths } from '../../../paths.ts';
import { findKindOf, nameVendor } from '../integration-kind.ts';
import type { IntegrationsColumn, IntegrationsSearch } from './integrations-search.ts';

/** An integration as the list shows and filters it: made once per list, so that a keystroke only compares. */
export interface ListedIntegration {
  readonly integration: Integration;
  /** What the columns show. */
  readonly labels: Readonly<Record<IntegrationsColumn, string>>;
  /** The address of its form. */
  readonly path: string;
  readonly vendor: VendorKey | undefined;
  /** Those that its provider belongs to (section 3), whatever category it was put in itself. */
  readonly categories: readonly Category[];
  /** Everything the search looks at, in lower case. */
  readonly text: string;
}

/** Stands between the fields, so that no match runs from one into the next. No field can hold it. */
const fieldEnd = '\u0000';

export function toListedIntegrations(integrations: readonly Integration[]): ListedIntegration[] {
  return integrations.map((integration) => {
    const { id, name, provider, service, status } = integration;
    const kind = findKindOf(integration);
    const labels = {
      name,
      provider: kind ? nameVendor(kind.vendor) : provider,
      service: kind ? kind.service.label : service,
      status: status ? 'Active' : 'Disabled',
    };
    return {
      integration,
      labels,
      path: paths.connection(kind?.vendor.slug ?? provider, service, id),
      vendor: kind?.vendor.key,
      categories: kind?.vendor.categories ?? [],
      text: [name, labels.provider, provider, labels.service, service].join(fieldEnd).toLowerCase(),
    };
  });
}

/**
 * Integrations whose name, service or provider holds the literal search text, without regard to case, and which match
 * every other filter exactly.
 */
export function filterIntegrations(
  listed: readonly ListedIntegration[],
  { search = '', provider, category, status }: IntegrationsSearch,
): readonly ListedIntegration[] {
  const needle = search.trim().toLowerCase();
  return listed.filter(
    (each) =>
      (needle === '' || each.text.includes(needle)) &&
      (provider === undefined || each.vendor === provider) &&
      (category === undefined || each.categories.includes(category)) &&
      (status === undefined || each.labels.status === status),
  );
}

/** One fixed language, so that everybody sees the same order whatever their browser speaks. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The integrations in the order of the address; equal ones, and all without a column, stay as the server sent them. */
export function sortIntegrations(
  listed: readonly ListedIntegration[],
  { sortBy, order }: IntegrationsSearch,
): readonly ListedIntegration[] {
  if (!sortBy) return listed;
  const sign = order === 'descending' ? -1 : 1;
  return listed.toSorted((a, b) => sign * collator.compare(a.labels[sortBy], b.labels[sortBy]));
}
