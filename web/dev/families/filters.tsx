import { MultiSelectFilter } from '../../ui/filters/multi-select-filter.tsx';
import type { FilterOption } from '../../ui/filters/filter-options.ts';
import { SearchBox } from '../../ui/filters/search-box.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import type { Family } from '../samples.ts';
import { Focused, Held } from '../states.tsx';
import { longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

const options: readonly FilterOption[] = [
  { value: 'vacation', label: 'Vacation request' },
  { value: 'long', label: longName, detail: longText },
  { value: 'unbroken', label: unbrokenName, detail: unbrokenName },
  { value: 'right', label: rightToLeftName },
];
const many = Array.from({ length: 1000 }, (_, index) => ({ value: `${index}`, label: `Skill ${index + 1}` }));

interface FilterProps {
  label: string;
  options?: readonly FilterOption[];
  start?: readonly string[];
  error?: string;
  noneLabel?: string;
  maxChosen?: number;
}

function Filter({ start = [], maxChosen = 20, options: given, ...props }: FilterProps) {
  return (
    <Held start={start}>
      {(chosen, choose) => (
        <MultiSelectFilter {...props} options={given} chosen={chosen} onChange={choose} maxChosen={maxChosen} />
      )}
    </Held>
  );
}

export const filters: Family = {
  title: 'Filters',
  samples: [
    {
      title: 'Search box',
      render: () => ({
        empty: <Search start="" />,
        filled: <Search start={longName} />,
        focused: (
          <Focused>
            <Search start="" />
          </Focused>
        ),
      }),
    },
    {
      title: 'Multi-select filter',
      render: () => ({
        'none, one and several chosen': (
          <Row gap={3} wrap>
            <Filter label="Skill" options={options} />
            <Filter label="One" options={options} start={['long']} />
            <Filter label="Several" options={options} start={['vacation', 'right']} />
            <Filter label="State" options={options} noneLabel="Active" />
          </Row>
        ),
        'full, many, none, loading, failed': (
          <Row gap={3} wrap>
            <Filter label="Full" options={options} start={['vacation', 'right']} maxChosen={2} />
            <Filter label="Many" options={many} />
            <Filter label="Empty" options={[]} />
            <Filter label="Loading" />
            <Filter label="Failed" error="The skills could not be loaded." />
          </Row>
        ),
        focused: (
          <Focused>
            <Filter label="Skill" options={options} />
          </Focused>
        ),
      }),
    },
  ],
};

function Search({ start }: { start: string }) {
  return (
    <Held start={start}>
      {(text, change) => <SearchBox value={text} onChange={change} placeholder="Search..." label="Search users" />}
    </Held>
  );
}
