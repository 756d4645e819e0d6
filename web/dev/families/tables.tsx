import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { Pager } from '../../ui/records/pager.tsx';
import { RecordFilter, RecordToolbar } from '../../ui/records/record-toolbar.tsx';
import { ScrollFrame } from '../../ui/records/scroll-frame.tsx';
import type { Family } from '../samples.ts';
import { Held, Opened } from '../states.tsx';
import { longName } from '../texts.ts';
import { manyPeople, people, PeopleTable } from './people-table.tsx';

export const tables: Family = {
  title: 'Tables',
  samples: [
    {
      title: 'Record toolbar',
      render: () => ({
        whole: <Toolbar count="1,204 users" />,
        'while the list is loading': <Toolbar count="" />,
        'a long search': <Toolbar start={longName} count="0 users" />,
      }),
    },
    {
      title: 'Record table',
      render: () => ({
        'selected, current and new rows, long and right-to-left names': (
          <PeopleTable rows={people} selected={['2', '3']} currentId="1" revealedId="4" />
        ),
        'searched and sorted': <PeopleTable rows={people} search="ann" isSorted />,
        dense: <PeopleTable rows={people} isDense />,
        'a line below a row, and a foot': <PeopleTable rows={people.slice(0, 2)} isExplained />,
        one: <PeopleTable rows={people.slice(0, 1)} />,
        loading: <PeopleTable rows={undefined} selected={[]} />,
        empty: <PeopleTable rows={[]} />,
        'empty with a search': (
          <EmptyState drawing="search" text="No user matches this search.">
            <Button variant="default">Clear the search</Button>
          </EmptyState>
        ),
      }),
    },
    {
      title: 'Long record table',
      render: () => ({
        'many rows, of which those in view are drawn': (
          <Opened label="Show 1,000 rows">
            {() => <PeopleTable rows={manyPeople} rowHeightPx={45} selected={['7']} />}
          </Opened>
        ),
      }),
    },
    {
      title: 'Pager',
      render: () => ({
        few: <Pages start={1} count={4} />,
        'the first of many': <Pages start={1} count={120} />,
        'within many': <Pages start={60} count={120} />,
        'the last of many': <Pages start={120} count={120} />,
        'one page, of which nothing is drawn': <Pages start={1} count={1} />,
      }),
    },
    {
      title: 'Scroll frame',
      render: () => ({
        'wider than its place': (
          <ScrollFrame label="Wide content">
            <div style={{ width: '120rem' }}>{longName.repeat(3)}</div>
          </ScrollFrame>
        ),
        'fits its place': <ScrollFrame label="Narrow content">{longName}</ScrollFrame>,
      }),
    },
  ],
};

const roles = [
  { value: '', label: 'All roles' },
  { value: 'admin', label: 'Administrators' },
  { value: 'long', label: longName },
];

function Toolbar({ start = '', count }: { start?: string; count: string }) {
  return (
    <Held start={{ search: start, role: 'admin' }}>
      {(state, change) => (
        <RecordToolbar
          search={state.search}
          onSearch={(search) => change({ ...state, search })}
          searchLabel="Search users"
          count={count}
          filters={
            <RecordFilter
              label="Role"
              options={roles}
              value={state.role === '' ? undefined : state.role}
              onChange={(role) => change({ ...state, role })}
            />
          }
        >
          <Button>Create user</Button>
        </RecordToolbar>
      )}
    </Held>
  );
}

function Pages({ start, count }: { start: number; count: number }) {
  return (
    <Held start={start}>
      {(page, turnTo) => <Pager label="Pages" page={page} pageCount={count} onChange={turnTo} />}
    </Held>
  );
}
