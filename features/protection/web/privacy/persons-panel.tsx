import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Person } from '#features/protection/contract/erasures.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { personsQuery, useExportPerson } from './privacy.queries.ts';

interface CellContext {
  /** The person whose data is downloaded now. */
  busyId: string | undefined;
  onExport: (person: Person) => void;
  onErase: (person: Person) => void;
}

const columns = defineColumns<Person, CellContext>([
  {
    key: 'name',
    isName: true,
    label: 'Person',
    overflow: 'anywhere',
    cell: ({ name, ids }) => (
      <>
        <bdi>{name}</bdi>
        <Block size="sm" tone="soft">
          <bdi>{ids.filter((each) => each !== name).join(', ')}</bdi>
        </Block>
      </>
    ),
  },
  { key: 'isUser', label: 'Account', width: '16%', cell: ({ isUser }) => (isUser ? 'User' : 'No account') },
  {
    key: 'conversations',
    label: 'Conversations',
    width: '16%',
    align: 'end',
    cell: ({ conversations }) => conversations.toLocaleString('en'),
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '14rem',
    align: 'end',
    cell: (person, { busyId, onExport, onErase }) => (
      <Row gap={2} align="stretch" justify="end" wrap>
        <Button
          size="compact-md"
          variant="default"
          loading={person.id === busyId}
          aria-label={`Export the data of ${person.name}`}
          onClick={() => onExport(person)}
        >
          Export
        </Button>
        <Button size="compact-md" variant="default" aria-label={`Erase ${person.name}`} onClick={() => onErase(person)}>
          Erase
        </Button>
      </Row>
    ),
  },
]);

/** Finds a person, exports what is stored about it, and erases it. */
export function PersonsPanel() {
  const { search, submit } = usePersonInUrl();
  const [text, setText] = useSearchText(search);
  const [erased, setErased] = useState<Person>();
  const { data, error, isFetching, refetch } = useQuery({ ...personsQuery(search), placeholderData: keepPreviousData });
  const { busyId, download } = useSavedPerson();
  const find = (event: FormEvent) => {
    event.preventDefault();
    submit(text.trim());
  };
  return (
    <ChartPanel
      title="Data of a person"
      note="Users, and people without an account that assistants report. An export has all that is stored about the person, unmasked."
    >
      <Row as="form" gap={3} align="end" below={5} measure={34} onSubmit={find}>
        <Block grow>
          <TextInput
            label="Name, e-mail address or ID"
            description="The ID your assistant uses for this person."
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
          />
        </Block>
        <Button type="submit" variant="default" loading={search !== '' && isFetching}>
          Find
        </Button>
      </Row>
      {search !== '' && (
        <>
          <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
          {(data || !error) && (
            <RecordTable
              caption="Persons"
              columns={columns}
              rows={data}
              context={{ busyId, onExport: (person) => void download(person), onErase: setErased }}
              getKey={({ id }) => id}
              loadingLabel="Looking for the person"
              skeletonRowCount={1}
              empty={
                <Text size="sm" tone="soft">
                  Nothing is stored about a person with this name, address or ID.
                </Text>
              }
            />
          )}
          {data && data.length > 0 && (
            <Text above={3} size="sm" tone="soft">
              {`${formatCounted(data.length, 'persons')}. The same person can be reported under several IDs.`}
            </Text>
          )}
        </>
      )}
      {erased && <ErasePersonDialog person={erased} onClose={() => setErased(undefined)} />}
    </ChartPanel>
  );
}

/** The text of the field, which follows the address where Back or a link changes it. */
function useSearchText(search: string) {
  const [entered, setEntered] = useState({ search, text: search });
  // What was typed at another address is over, also once that address is back.
  if (entered.search !== search) setEntered({ search, text: search });
  return [entered.text, (text: string) => setEntered({ search, text })] as const;
}

/** The text in the address, so that a link leads to a person. */
function usePersonInUrl() {
  const navigate = useNavigate();
  const { person } = useSearch({ strict: false }) as { person?: unknown };
  const search = typeof person === 'string' || typeof person === 'number' ? String(person).slice(0, 200) : '';
  const submit = (text: string) =>
    void navigate({ to: paths.privacy(), search: text === '' ? {} : { person: text }, resetScroll: false });
  return { search, submit };
}

function useSavedPerson() {
  const fetchFile = useExportPerson();
  const download = async ({ id }: Person) => {
    try {
      saveFile(await fetchFile.mutateAsync({ params: { id } }), `person-${id}.tar.gz`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  };
  return { busyId: fetchFile.isPending ? fetchFile.variables.params.id : undefined, download };
}
