import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '#contract/roles.ts';
import type { StepAnswer } from '#features/people/contract/user-step-endpoints.ts';
import type { User } from '#features/people/contract/users.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { NameList } from '#web/ui/forms/name-list.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { userRolesQuery } from '../users.queries.ts';
import { LeftOutUsers } from './left-out.tsx';
import { stepWords, type Outcome, type StepName } from './step-words.ts';
import { judgeSelected, useUsersSteps } from './use-users-step.ts';

interface StepDialogProps {
  step: Exclude<StepName, 'delete'>;
  selected: readonly User[];
  /** All users of the company. */
  all: readonly User[];
  ownId: string;
  /** Called with what the server left out, where it has taken fewer than the dialog said. */
  onReport: (report: StepReport) => void;
  onClose: () => void;
}

export interface StepReport {
  readonly step: StepName;
  readonly users: readonly User[];
  readonly results: ReadonlyMap<string, Outcome>;
  readonly retryAfterSeconds?: number | undefined;
}

/** Says before a step on the selected users whom it takes, and whom it leaves out and why; then takes it. */
export function StepDialog({ step, selected, all, ownId, onReport, onClose }: StepDialogProps) {
  const { data: grantable = [] } = useQuery(userRolesQuery);
  const takeStep = useUsersSteps();
  const words = stepWords[step];
  const judge = (role: Role) =>
    judgeSelected({
      step: step === 'updateRoles' ? { name: step, role } : { name: step },
      selected,
      all,
      ownId,
      grantable,
    });

  async function run({ role }: { role: Role }) {
    const { taken } = judge(role);
    const answer = await takeStep(
      step,
      taken.map(({ id }) => id),
      role,
    );
    const report = toReport(step, taken, answer);
    if (report.users.length > 0) onReport(report);
    else showToast(words.toDone(taken.length));
  }

  const initial = step === 'updateRoles' ? 'User' : 'SuperAdmin';
  const count = judge(initial).taken.length;
  if (step !== 'updateRoles' && count === 0) {
    return <StepReportDialog report={{ step, users: selected, results: judge(initial).results }} onClose={onClose} />;
  }
  return (
    <ActionDialog<{ role: Role }>
      title={
        step === 'updateRoles' ? `Change the role of ${formatCounted(selected.length, 'users')}` : words.toTitle(count)
      }
      label={({ role }) => words.toTitle(judge(role).taken.length)}
      {...(step === 'updateRoles' && { values: { role: initial } })}
      isDisabled={({ role }) => judge(role).taken.length === 0}
      run={run}
      onClose={onClose}
      renderFields={(form) => {
        const { results, taken } = judge(form.values.role);
        return (
          <>
            <Text tone="soft">{words.effect}</Text>
            {step === 'updateRoles' && (
              <NativeSelect
                mt="md"
                label="New role"
                data-autofocus
                data={grantable.map((role) => ({ value: role, label: role }))}
                {...form.getInputProps('role')}
              />
            )}
            {taken.length > 0 && <NameList label="Who will be changed" names={taken.map(toName)} />}
            <LeftOutUsers step={step} users={selected} results={results} />
          </>
        );
      }}
    />
  );
}

const toName = ({ firstName, lastName, email }: User) => `${firstName} ${lastName}, ${email}`;

/** The users whom the server did not take; `results` are those of all. */
function toReport(step: StepName, taken: readonly User[], { results, retryAfterSeconds }: StepAnswer): StepReport {
  const byId = new Map(results.map(({ id, result }) => [id, result] as const));
  const isAll = taken.every(({ id }) => byId.get(id) === 'done');
  return { step, users: isAll ? [] : taken, results: byId, retryAfterSeconds };
}

/** The result of a step, where it left some as they are, or could take none. */
export function StepReportDialog({ report, onClose }: { report: StepReport; onClose: () => void }) {
  const { step, users, results, retryAfterSeconds } = report;
  const words = stepWords[step];
  const done = users.filter(({ id }) => results.get(id) === 'done').length;
  return (
    <Dialog opened onClose={onClose} title={words.label}>
      <Text tone="soft" role="status">
        {done > 0 ? words.toDone(done) : 'None of the selected users can be included.'}
      </Text>
      <LeftOutUsers step={step} users={users} results={results} />
      {retryAfterSeconds !== undefined && (
        <Text>{`You can send the rest in ${formatCounted(Math.ceil(retryAfterSeconds / 60), 'minutes')}.`}</Text>
      )}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
