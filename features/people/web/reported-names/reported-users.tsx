import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { MappedUser } from '#features/people/contract/reported-names.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { useInPlace } from '#web/lib/use-in-place.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { reportedUsersQuery, useMapReportedUser, userOptionsQuery } from './reported-names.queries.ts';

const columns = defineColumns<MappedUser>([
  {
    key: 'name',
    label: 'Reported user',
    overflow: 'anywhere',
    cell: ({ name, ids }) => (
      <>
        <Text as="span" weight="medium" translate="no">
          {name || 'Unknown user'}
        </Text>
        {ids.some((id) => id !== name) && (
          <Text translate="no" as="code" block size="sm" tone="faint" mono>
            {ids.join(', ')}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'conversations',
    label: 'Conversations',
    width: '16%',
    align: 'end',
    text: ({ conversations }) => formatCount(conversations),
  },
  { key: 'user', label: 'User', width: '50%', isSpaced: true, cell: (reported) => <UserMapping reported={reported} /> },
]);

/** The users whom assistants name by ids of their own, each with the user it is mapped to. */
export function ReportedUsers() {
  const { data: reported } = useQuery(reportedUsersQuery);
  return (
    <Block as="section" above={12} aria-labelledby="reported-users">
      <h2 id="reported-users">User mapping</h2>
      <Text measure={42} above={2} below={5} tone="soft">
        Users are recognized by their e-mail address or SAP Login ID. Match those that your assistants report by other
        IDs. Changes also apply to past conversations.
      </Text>
      <RecordTable
        caption="User mapping"
        columns={columns}
        rows={reported}
        getKey={({ id }) => id}
        context={undefined}
        loadingLabel="Loading users"
        skeletonRowCount={3}
        empty={<EmptyState drawing="search" text="All reported users are in your user list." />}
      />
    </Block>
  );
}

/** The list of users is loaded for the row that is changed, because it can be long. */
function UserMapping({ reported }: { reported: MappedUser }) {
  const { isOpen, open, close, ref } = useInPlace<HTMLDivElement>();
  const { name, userName } = reported;
  return (
    <div ref={ref}>
      {isOpen ? (
        <UserChoice reported={reported} onClose={close} />
      ) : (
        <Row as="span" gap={2} align="stretch">
          <Text as="span" grow measure={20} {...(userName === null && { tone: 'faint' })}>
            {userName ?? 'Not mapped'}
          </Text>
          <Button variant="default" size="compact-sm" aria-label={`Change user of ${name}`} onClick={open}>
            Change
          </Button>
        </Row>
      )}
    </div>
  );
}

function UserChoice({ reported, onClose }: { reported: MappedUser; onClose: () => void }) {
  const { id, name, userId } = reported;
  const { data: users, error } = useQuery(userOptionsQuery);
  const [chosen, setChosen] = useState(userId ?? '');
  const mapReportedUser = useMapReportedUser();

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (mapReportedUser.isPending) return;
    try {
      const { userName } = await mapReportedUser.mutateAsync({ params: { id }, body: { userId: chosen || null } });
      onClose();
      focusHeading();
      showToast(userName === null ? `${name} is no longer mapped.` : `${name} is now mapped to ${userName}.`);
    } catch (failure) {
      showToast(toErrorWords(failure), 'error');
    }
  }

  return (
    <Row as="form" gap={2} align="stretch" onSubmit={(event) => void save(event)}>
      <Block grow measure={20}>
        <NativeSelect
          aria-label={`User for ${name}`}
          disabled={!users}
          error={error ? toErrorWords(error) : undefined}
          data={[
            { value: '', label: 'Not mapped' },
            ...(users ?? []).map((user) => ({
              value: user.id,
              label: `${user.firstName} ${user.lastName} (${user.email})`,
            })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </Block>
      <Button type="submit" loading={mapReportedUser.isPending} disabled={!users} aria-label={`Save user for ${name}`}>
        Save
      </Button>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
    </Row>
  );
}
