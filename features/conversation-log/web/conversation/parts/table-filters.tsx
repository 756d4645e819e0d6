import { NativeSelect, TextInput } from '@mantine/core';
import type { TableFilter } from './table-cards.ts';
import { Block, Row } from '#web/ui/layout/layout.tsx';

interface TableFiltersProps {
  filters: readonly TableFilter[];
  wanted: ReadonlyMap<string, string>;
  onChange: (name: string, text: string) => void;
}

/** One field for each filter of the table. */
export function TableFilters({ filters, wanted, onChange }: TableFiltersProps) {
  return (
    <Row gap={3} rowGap={2} align="stretch" wrap>
      {filters.map(({ name, label, choices }) =>
        choices ? (
          <Block key={name} breadth={11}>
            <NativeSelect
              size="xs"
              label={label}
              data={[{ value: '', label: 'All' }, ...choices]}
              value={wanted.get(name) ?? ''}
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
          </Block>
        ) : (
          <Block key={name} breadth={11}>
            <TextInput
              size="xs"
              label={label}
              placeholder="Search..."
              value={wanted.get(name) ?? ''}
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
          </Block>
        ),
      )}
    </Row>
  );
}
