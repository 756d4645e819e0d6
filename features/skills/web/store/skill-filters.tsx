import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { domains, skillAreas } from '#features/skills/contract/skill-values.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { SearchBox } from '#web/ui/filters/search-box.tsx';
import { countChoices, type SkillFilter } from './skill-filter.ts';
import { Block, Columns, Row, Text } from '#web/ui/layout/layout.tsx';
import { serviceProviders } from '../skill-words.ts';

interface SkillFiltersProps {
  /** Filter state of `useSearchInUrl`. */
  state: {
    filter: SkillFilter & { search: string };
    setText: (text: string) => void;
    change: (changed: object) => void;
  };
  foundCount: number;
  skillCount: number;
}

const toOptions = (all: string, list: readonly { key: string; label: string }[]) => [
  { value: '', label: all },
  ...list.map(({ key, label }) => ({ value: key, label })),
];

/** The filters beside the search of a list of skills (section 9). */
export const skillSelects = [
  {
    name: 'provider',
    label: 'Provider',
    data: toOptions(
      'All providers',
      serviceProviders.map((name) => ({ key: name, label: name })),
    ),
  },
  { name: 'area', label: 'Area', data: toOptions('All areas', skillAreas) },
  { name: 'domainKnowledge', label: 'Domain knowledge', data: toOptions('All domains', domains) },
] as const;

/** Search box, count, and the filters behind a toggle, which is open at first if the address sets a filter. */
export function SkillFilters({ state, foundCount, skillCount }: SkillFiltersProps) {
  const { filter, setText, change } = state;
  const choiceCount = countChoices(filter);
  const [isOpen, setOpen] = useState(choiceCount > 0);
  const panelId = useId();
  const isNarrowed = choiceCount > 0 || filter.search.trim() !== '';
  return (
    <Block as="section" below={8} aria-label="Filters">
      <Row gap={3}>
        <SearchBox value={filter.search} onChange={setText} placeholder="Search..." label="Search skills" />
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {`${isOpen ? 'Hide filters' : 'Show filters'}${!isOpen && choiceCount > 0 ? ` (${choiceCount})` : ''}`}
        </Button>
        <Text size="sm" tone="faint" number breaks="never" push role="status">
          {isNarrowed ? `${formatCount(foundCount)} of ${formatSkills(skillCount)}` : formatSkills(skillCount)}
        </Text>
      </Row>
      {isOpen && (
        <Columns id={panelId} of={['10rem', '14rem', 1]} gap={4} above={4} measure={54}>
          {skillSelects.map(({ name, label, data }) => (
            <NativeSelect
              key={name}
              label={label}
              data={data}
              value={filter[name] ?? ''}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          ))}
        </Columns>
      )}
    </Block>
  );
}

function formatSkills(count: number): string {
  return count === 1 ? '1 skill' : `${formatCount(count)} skills`;
}
