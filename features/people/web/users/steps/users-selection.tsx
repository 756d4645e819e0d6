import { lazy, Suspense, useState } from 'react';
import { usersPerStep } from '#features/people/contract/user-steps.ts';
import type { User } from '#features/people/contract/users.ts';
import { SelectionBar } from '#web/records/selection/selection-bar.tsx';
import type { SelectionControls } from '#web/ui/records/use-selection.ts';
import type { StepReport } from './step-dialog.tsx';
import { stepWords, type StepName } from './step-words.ts';
import { judgeSelected } from './use-users-step.ts';

const StepDialog = lazy(async () => ({ default: (await import('./step-dialog.tsx')).StepDialog }));
const StepReportDialog = lazy(async () => ({ default: (await import('./step-dialog.tsx')).StepReportDialog }));

const DeleteUsers = lazy(async () => ({ default: (await import('../delete-users.tsx')).DeleteUsers }));

interface UsersSelectionProps {
  selected: readonly User[];
  /** All users of the company, as they are known now. */
  all: readonly User[];
  ownId: string;
}

interface OpenedStep extends UsersSelectionProps {
  readonly step: Exclude<StepName, 'delete'>;
}

/** The steps of the menu, in its order. */
const steps = ['updateRoles', 'deactivateMany', 'reactivateMany', 'sendInvitations'] as const;

/**
 * The steps on the selected users: their menu, which is shown in the toolbar, and their dialogs, which stay while the list
 * loses the users of a deletion.
 */
export function useUsersSelection({ selected: shown, all, ownId }: UsersSelectionProps, controls: SelectionControls) {
  // The rows on screen may be a moment older than the list.
  const ids = new Set(shown.map(({ id }) => id));
  const selected = ids.size === 0 ? [] : all.filter(({ id }) => ids.has(id));
  const [opened, setOpened] = useState<OpenedStep>();
  const [report, setReport] = useState<StepReport>();
  // Undefined until it is first asked for.
  const [isDeleting, setDeleting] = useState<boolean>();
  const deletion = judgeSelected({ step: { name: 'delete' }, selected, all, ownId });

  function askToDelete() {
    if (deletion.taken.length > 0) setDeleting(true);
    else setReport({ step: 'delete', users: selected, results: deletion.results });
  }

  const bar = selected.length > 0 && (
    <SelectionBar
      count={selected.length}
      most={usersPerStep}
      many="users"
      controls={controls}
      onDelete={askToDelete}
      actions={steps.map((step) => ({
        label: stepWords[step].label,
        // As it stands now: the list may change while the dialog is open.
        run: () => setOpened({ step, selected, all, ownId }),
      }))}
    />
  );
  const dialogs = (
    <Suspense>
      {opened && <StepDialog {...opened} onReport={setReport} onClose={() => setOpened(undefined)} />}
      {report && <StepReportDialog report={report} onClose={() => setReport(undefined)} />}
      {isDeleting !== undefined && (
        <DeleteUsers
          selected={selected}
          users={deletion.taken}
          results={deletion.results}
          opened={isDeleting}
          onClose={() => setDeleting(false)}
        />
      )}
    </Suspense>
  );
  return { bar, dialogs };
}
