import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IntakeKey, IntakeKeyWithSecret } from '#contract/intake/intake-keys.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { EmptyState } from '../../ui/records/empty-state.tsx';
import { PlusIcon } from '../../ui/drawings/icons.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import { IntakeKeysTable, keyColumns } from './intake-keys-table.tsx';
import { intakeKeysQuery } from './intake-keys.queries.ts';
import { NameKeyDialog } from './name-key-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { ReportedSkills } from './reported-skills.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** What is done to which key; a key that is named is a new one where none stands here. */
type Task = { kind: 'name'; key?: IntakeKey } | { kind: 'rotate' | 'revoke'; key: IntakeKey };

/** `/integrations/intake`: the keys by which assistants report, and what they call the company's skills. */
export function IntakeKeysPage() {
  const { companyName, timeZone } = useCurrentUser();
  const { data: keys } = useQuery(intakeKeysQuery);
  const [task, setTask] = useState<Task>();
  const [made, setMade] = useState<IntakeKeyWithSecret>();
  const close = () => setTask(undefined);
  const newKeyButton = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setTask({ kind: 'name' })}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Intake keys"
        purpose={`With a key, an assistant reports its conversations to ${companyName}. It opens nothing else.`}
        actions={newKeyButton}
      />
      {made && <NewSecret key={made.secret} made={made} onDone={() => setMade(undefined)} />}
      {!keys && <SkeletonTable columns={keyColumns} rowCount={3} label="Loading intake keys" />}
      {keys?.length === 0 && (
        <EmptyState drawing="plug" text="You don't have any intake keys yet.">
          Make one and hand it to your assistant: its conversations show here seconds later.
        </EmptyState>
      )}
      {keys && keys.length > 0 && (
        <IntakeKeysTable
          keys={keys}
          timeZone={timeZone}
          onRename={(key) => setTask({ kind: 'name', key })}
          onRotate={(key) => setTask({ kind: 'rotate', key })}
          onRevoke={(key) => setTask({ kind: 'revoke', key })}
        />
      )}
      <ReportedSkills />
      {task?.kind === 'name' && <NameKeyDialog renamed={task.key} onClose={close} onMade={setMade} />}
      {task?.kind === 'rotate' && <RotateKeyDialog rotated={task.key} onClose={close} onMade={setMade} />}
      {task?.kind === 'revoke' && <RevokeKeyDialog revoked={task.key} onClose={close} />}
    </>
  );
}
