import { NativeSelect, TextInput } from '@mantine/core';
import type { TableFilter } from './table-cards.ts';
import { Row } from '../../../../ui/layout/layout.tsx';
import styles from '../conversation.module.css';

interface TableFiltersProps {
  filters: readonly TableFilter[];
  wanted: ReadonlyMap<string, string>;
  onChange: (name: string, text: string) => void;
}

/** One field for each filter of the table. */
export function TableFilters({ filters, wanted, onChange }: TableFiltersProps) {
  return (
    <Row gap={3} rowGap={2} align="stretch" wrap className={styles.filters}>
      {filters.map(({ name, label, choices }) =>
        choices ? (
          <NativeSelect
            key={name}
            size="xs"
            label={label}
            data={[{ value: '', label: 'All' }, ...choices]}
            value={wanted.get(name) ?? ''}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        ) : (
          <TextInput
            key={name}
            size="xs"
            label={label}
            placeholder="Search..."
            value={wanted.get(name) ?? ''}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        ),
      )}
    </Row>
  );
}
