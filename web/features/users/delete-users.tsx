import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { ConfirmDelete } from '../../ui/forms/confirm-delete.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useDeleteUsers } from './users.queries.ts';

interface DeleteUsersProps {
  users: readonly User[];
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for the word DELETE, deletes all of these users or none, and says in the toast how it went. */
export function DeleteUsers({ users, opened, onClose, onDeleted }: DeleteUsersProps) {
  const deleteUsers = useDeleteUsers();
  // Once deleted they leave the list, and with it these props, while the dialog is still fading out.
  const [asked, setAsked] = useState(users);
  if (opened && users.length > 0 && asked !== users) setAsked(users);
  const what = asked.length === 1 ? 'user' : `${asked.length} users`;

  async function confirm() {
    try {
      await deleteUsers.mutateAsync({ body: users.map(({ id }) => id) });
    } catch (error) {
      showToast(toErrorWords(error), 'error');
      throw error;
    }
    showToast(users.length === 1 ? 'The user has been deleted.' : `${what} have been deleted.`);
    onDeleted?.();
  }

  const names = asked.map(({ firstName, lastName, email }) => `${firstName} ${lastName}, ${email}`);
  return <ConfirmDelete opened={opened} onClose={onClose} what={what} names={names} onConfirm={confirm} />;
}
