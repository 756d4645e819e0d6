import type { StepResult } from '#features/people/contract/user-steps.ts';
import type { User } from '#features/people/contract/users.ts';
import { DeleteRecords } from '#web/records/delete-records.tsx';
import { LeftOutUsers } from './steps/left-out.tsx';
import { useDeleteUsers } from './users.queries.ts';

interface DeleteUsersProps {
  /** The signed-in user, who is marked among them. */
  ownId?: string;
  users: readonly User[];
  /** Users of whom only some are deleted, and why the others are not. */
  selected?: readonly User[];
  results?: ReadonlyMap<string, StepResult>;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteUsers({ ownId, users, selected = [], results = new Map(), ...dialog }: DeleteUsersProps) {
  const deleteUsers = useDeleteUsers();
  return (
    <DeleteRecords
      {...dialog}
      records={users}
      getWhat={(count) => (count === 1 ? 'user' : `${count} users`)}
      getName={({ id, firstName, lastName, email }) =>
        `${firstName} ${lastName}, ${email}${id === ownId ? ' (you)' : ''}`
      }
      note="Conversations stay in the logs, under the names that the assistant reported. To keep a user, deactivate it instead."
      leftOut={<LeftOutUsers step="delete" users={selected} results={results} />}
      deleteAll={(rows) => deleteUsers.mutateAsync({ body: rows.map(({ id }) => id) })}
      getDoneText={(count) => (count === 1 ? 'The user has been deleted.' : `${count} users have been deleted.`)}
    />
  );
}
