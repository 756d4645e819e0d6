import { useState } from 'react';
import { Text } from '../../ui/layout/layout.tsx';
import { defineColumns } from '../../ui/records/columns.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { RecordTable } from '../../ui/records/record-table.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import { longAddress, longName, longText, rightToLeftName, unbrokenName } from '../texts.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly note: string;
  readonly requests: number;
}

export const people: readonly Person[] = [
  { id: '1', name: 'Anna Keller', email: 'anna@example.com', note: '', requests: 1204 },
  { id: '2', name: longName, email: longAddress, note: longText, requests: 7 },
  { id: '3', name: unbrokenName, email: `${unbrokenName}@example.com`, note: unbrokenName, requests: 9_876_543 },
  { id: '4', name: rightToLeftName, email: 'noa@example.com', note: rightToLeftName, requests: 0 },
];

export const manyPeople: readonly Person[] = Array.from({ length: 1000 }, (_, index) => ({
  id: `${index + 1}`,
  name: `Person ${index + 1}`,
  email: `person-${index + 1}@example.com`,
  note: index % 50 === 0 ? longText : 'Sales',
  requests: index * 37,
}));

const columns = defineColumns<Person>([
  { key: 'name', label: 'Name', text: ({ name }) => name, isLink: true, isName: true, search: 'text', sort: 'text' },
  {
    key: 'email',
    label: 'E-mail',
    width: '26%',
    text: ({ email }) => email,
    isName: true,
    overflow: 'anywhere',
    search: 'text',
    sort: 'text',
  },
  { key: 'note', label: 'Note', width: '24%', narrowWidth: '20%', overflow: 'three-lines', text: ({ note }) => note },
  {
    key: 'requests',
    label: 'Requests',
    width: '7rem',
    align: 'end',
    text: ({ requests }) => requests.toLocaleString('en'),
    sort: (one, other) => one.requests - other.requests,
  },
  {
    key: 'state',
    label: 'State',
    width: '7rem',
    isSpaced: true,
    cell: ({ requests }) => (
      <StatusBadge tone={requests > 0 ? 'green' : 'grey'} label={requests > 0 ? 'Active' : 'New'} />
    ),
  },
]);

interface PeopleTableProps {
  rows: readonly Person[] | undefined;
  /** Ids; undefined where rows cannot be selected. */
  selected?: readonly string[];
  currentId?: string;
  revealedId?: string;
  search?: string;
  isSorted?: boolean;
  isDense?: boolean;
  isExplained?: boolean;
  rowHeightPx?: number;
}

/** A table of records of which the rows hold every kind of text. */
export function PeopleTable(props: PeopleTableProps) {
  const { rows, selected, currentId, revealedId, search, isSorted, isDense, isExplained, rowHeightPx } = props;
  const [sort, setSort] = useState<{ sortBy: string; order?: 'descending' | undefined }>({ sortBy: 'name' });
  const onSort = (sortBy: string) =>
    setSort({ sortBy, order: sort.sortBy === sortBy && !sort.order ? 'descending' : undefined });
  const selection = useSelected(rows, selected);
  return (
    <RecordTable
      caption="People"
      columns={columns}
      rows={rows}
      getKey={({ id }) => id}
      loadingLabel="Loading the people"
      skeletonRowCount={4}
      empty={<EmptyState drawing="people" text="There are no people yet." />}
      search={search}
      sort={isSorted ? { ...sort, onSort } : undefined}
      link={{ getAddress: () => '#record-table', open: () => undefined, isWholeRow: true }}
      selection={selected && selection}
      isCurrent={({ id }) => id === currentId}
      {...(revealedId !== undefined && { revealedKey: revealedId })}
      {...(isDense !== undefined && { isDense })}
      {...(rowHeightPx !== undefined && { rowHeightPx })}
      {...(isExplained && {
        foot: (
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td data-align="end">1,211</td>
            <td />
          </tr>
        ),
        renderBelow: ({ note }: Person) => note && <Text tone="soft">{note}</Text>,
      })}
    />
  );
}

function useSelected(rows: readonly Person[] = [], start: readonly string[] = []) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(start));
  const state = ids.size === 0 ? 'none' : 'some';
  const headState: 'all' | 'some' | 'none' = ids.size === rows.length ? 'all' : state;
  return {
    headLabel: 'Select all people',
    getLabel: ({ name }: Person) => `Select ${name}`,
    has: ({ id }: Person) => ids.has(id),
    toggle: ({ id }: Person, isSelected: boolean) =>
      setIds((before) => new Set(isSelected ? [...before, id] : [...before].filter((each) => each !== id))),
    headState,
    toggleAll: () => setIds(new Set(headState === 'all' ? [] : rows.map(({ id }) => id))),
  };
}
