import type { User } from '#contract/users.ts';
import { DeleteRecords } from '../../records/delete-records.tsx';
import { useDeleteUsers } from './users.queries.ts';

interface DeleteUsersProps {
  users: readonly User[];
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteUsers({ users, ...dialog }: DeleteUsersProps) {
  const deleteUsers = useDeleteUsers();
  return (
    <DeleteRecords
      {...dialog}
      records={users}
      getWhat={(count) => (count === 1 ? 'user' : `${count} users`)}
      getName={({ firstName, lastName, email }) => `${firstName} ${lastName}, ${email}`}
      deleteAll={(rows) => deleteUsers.mutateAsync({ body: rows.map(({ id }) => id) })}
      getDoneText={(count) => (count === 1 ? 'The user has been deleted.' : `${count} users have been deleted.`)}
    />
  );
}
