import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { PaidFeatureNotice } from '#web/records/paid-feature-notice.tsx';
import { useDialogOnArrival } from '#web/records/use-dialog-on-arrival.ts';
import { useOnlyInUrl } from '#web/records/use-only-in-url.tsx';
import { useSortInUrl } from '#web/records/use-sort-in-url.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { PlusIcon } from '#web/ui/drawings/icons.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { DeleteKeyContentsDialog } from './delete-key-contents-dialog.tsx';
import { intakeKeyColumns } from './intake-key-columns.tsx';
import { intakeKeysQuery } from './intake-keys.queries.ts';
import { NameKeyDialog } from './name-key-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** The open dialog. `name` without a key creates one. */
type Task = { kind: 'name'; key?: IntakeKey } | { kind: 'rotate' | 'revoke' | 'delete'; key: IntakeKey };

const narrowings = {
  silent: { one: 'silent key', many: 'silent keys', matches: ({ alert }: IntakeKey) => alert === 'silent' },
  failing: {
    one: 'key with rejected reports',
    many: 'keys with rejected reports',
    matches: ({ alert }: IntakeKey) => alert === 'failing',
  },
};

/** `/integrations/intake`: the intake keys of assistants. */
export function IntakeKeysPage() {
  const { timeZone } = useCurrentUser();
  const { data: keys } = useQuery(intakeKeysQuery);
  const { rows: narrowed, isNarrowed, notice } = useOnlyInUrl(keys, narrowings);
  const { rows, sort } = useSortInUrl({ records: narrowed, columns: intakeKeyColumns });
  const [task, setTask] = useState<Task>();
  const [created, setCreated] = useState<IntakeKeyWithSecret>();
  const close = () => setTask(undefined);
  useDialogOnArrival('new-key', () => setTask({ kind: 'name' }));
  const newKeyButton = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setTask({ kind: 'name' })}>
      {' '}
      Create key{' '}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Keys"
        purpose="Assistants use intake keys to report conversations. They read the credentials of an integration only where you grant it on the integration’s page."
        actions={
          <>
            <Button component={Link} to={paths.dryRun()} variant="default">
              Test a payload
            </Button>
            {newKeyButton}
          </>
        }
      />
      <PaidFeatureNotice>
        its keys are denied, and you can only rename and revoke them: nothing is recorded, and no skill can run.
      </PaidFeatureNotice>
      {created && <NewSecret key={created.secret} created={created} onDone={() => setCreated(undefined)} />}
      {notice}
      <RecordTable
        caption="Intake keys"
        columns={intakeKeyColumns}
        rows={rows}
        sort={sort}
        getKey={({ id }) => id}
        context={{
          timeZone,
          onRename: (key) => setTask({ kind: 'name', key }),
          onRotate: (key) => setTask({ kind: 'rotate', key }),
          onRevoke: (key) => setTask({ kind: 'revoke', key }),
          onDeleteContents: (key) => setTask({ kind: 'delete', key }),
        }}
        loadingLabel="Loading intake keys"
        skeletonRowCount={3}
        empty={
          isNarrowed ? (
            <EmptyState drawing="plug" text="Every key reports as usual." />
          ) : (
            <EmptyState drawing="plug" text="You don't have any intake keys yet.">
              Create a key and add it to your assistant. Conversations appear within seconds.
            </EmptyState>
          )
        }
      />
      {task?.kind === 'name' && <NameKeyDialog renamed={task.key} onClose={close} onCreated={setCreated} />}
      {task?.kind === 'rotate' && <RotateKeyDialog rotated={task.key} onClose={close} onCreated={setCreated} />}
      {task?.kind === 'revoke' && <RevokeKeyDialog revoked={task.key} onClose={close} />}
      {task?.kind === 'delete' && <DeleteKeyContentsDialog intakeKey={task.key} onClose={close} />}
    </>
  );
}
