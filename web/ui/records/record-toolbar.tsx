import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Row, Text } from '../layout/layout.tsx';
import styles from './record-table.module.css';
import { SearchBox } from '../filters/search-box.tsx';

interface RecordToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  /** The name of the search for screen readers: 'Search users'. */
  searchLabel: string;
  /** Shown beside the search. Empty keeps its room while the list loads; undefined where it is not counted. */
  count?: string | undefined;
  /** `RecordFilter` elements beside the search. */
  filters?: ReactNode;
  /** Actions, at the end. */
  children?: ReactNode;
  /** Stays in view while the list scrolls; for windowed tables. */
  isSticky?: boolean;
}

/** Search, filters and count above a `RecordTable`, which has to be its sibling. */
export function RecordToolbar(props: RecordToolbarProps) {
  const { search, onSearch, searchLabel, count, filters, children, isSticky = false } = props;
  return (
    <Row
      gap={4}
      below={4}
      className={styles.toolbar}
      data-unprinted
      data-sticky={isSticky || undefined}
      data-filters={filters !== undefined || undefined}
      data-selecting={Boolean(children) || undefined}
    >
      <SearchBox value={search} onChange={onSearch} placeholder="Search..." label={searchLabel} />
      {filters}
      {count !== undefined && (
        <Text size="sm" tone="faint" number breaks="never" className={styles.count} role="status">
          {count}
        </Text>
      )}
      {children && (
        <Row gap={2} size="sm" number breaks="never" push>
          {children}
        </Row>
      )}
    </Row>
  );
}

interface RecordFilterProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  /** An empty text for no choice. */
  onChange: (value: string) => void;
}

/** A filter of one choice in a toolbar. Its first option, with an empty value, stands for no choice. */
export function RecordFilter({ label, options, value, onChange }: RecordFilterProps) {
  return (
    <NativeSelect
      className={styles.choice}
      aria-label={label}
      data={options}
      value={value ?? ''}
      data-chosen={value !== undefined || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
