import { NativeSelect } from '@mantine/core';
import { categories } from '#contract/integrations/vendors.ts';
import { SearchBox } from '../../../ui/records/search-box.tsx';
import { nameVendor } from '../integration-kind.ts';
import { filterVendors, integrationStatuses, isFiltered } from './integrations-search.ts';
import type { IntegrationsSearch } from './integrations-search.ts';
import styles from './integrations-list.module.css';

/** The three filters beside the search (section 9). */
const choices = [
  {
    name: 'provider',
    label: 'Service provider',
    options: [
      { value: '', label: 'All providers' },
      ...filterVendors.map((vendor) => ({ value: vendor.key, label: nameVendor(vendor) })),
    ],
  },
  {
    name: 'category',
    label: 'Category',
    options: [{ value: '', label: 'All categories' }, ...categories.map(({ key, label }) => ({ value: key, label }))],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'All statuses' },
      ...integrationStatuses.map((status) => ({ value: status, label: status })),
    ],
  },
] as const;

interface IntegrationsToolbarProps {
  filter: IntegrationsSearch;
  onSearch: (search: string) => void;
  onChange: (changed: Partial<Record<(typeof choices)[number]['name'], string>>) => void;
  foundCount: number;
  totalCount: number;
}

/** The filters and how many integrations they leave. Stays in view while the list scrolls. */
export function IntegrationsToolbar(props: IntegrationsToolbarProps) {
  const { filter, onSearch, onChange, foundCount, totalCount } = props;
  const total = totalCount === 1 ? '1 integration' : `${formatCount(totalCount)} integrations`;
  return (
    <div className={styles.toolbar}>
      <SearchBox value={filter.search ?? ''} onChange={onSearch} placeholder="Search..." label="Search integrations" />
      {choices.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          className={styles.choice}
          aria-label={label}
          data={options}
          value={filter[name] ?? ''}
          data-chosen={filter[name] !== undefined || undefined}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      <p className={styles.count} role="status">
        {isFiltered(filter) ? `${formatCount(foundCount)} of ${total}` : total}
      </p>
    </div>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
