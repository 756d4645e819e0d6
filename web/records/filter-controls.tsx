import { Checkbox } from '@mantine/core';
import { listEntries, type Filter, type Filters } from '#contract/filters/filters.ts';
import { maxChosen, type FilterState } from '../lib/filter-address.ts';
import { MultiSelectFilter } from '../ui/filters/multi-select-filter.tsx';

interface FilterControlsProps<All extends Filters> {
  filters: All;
  state: FilterState<All>;
  change: (changed: Partial<FilterState<All>>) => void;
}

/** A control for each flag and each list of fixed values that has a label, in the order of the filters. */
export function FilterControls<All extends Filters>({ filters, state, change }: FilterControlsProps<All>) {
  return listEntries(filters).flatMap(([name, filter]) =>
    filter.label === undefined
      ? []
      : [
          <FilterControl
            key={name}
            filter={filter}
            label={filter.label}
            value={state[name]}
            onChange={(value) => change({ [name]: value } as Partial<FilterState<All>>)}
          />,
        ],
  );
}

interface FilterControlProps {
  filter: Filter<never>;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

function FilterControl({ filter: { hint, values }, label, value, onChange }: FilterControlProps) {
  if (values) {
    return (
      <MultiSelectFilter
        label={label}
        options={Object.entries(values).map(([each, name]) => ({ value: each, label: name }))}
        chosen={value as readonly string[]}
        maxChosen={maxChosen}
        onChange={onChange}
      />
    );
  }
  return (
    <Checkbox
      label={label}
      title={hint}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
