import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { useFocusRescue } from '../../lib/focus-heading.ts';
import { TrashIcon } from '../../ui/drawings/icons.tsx';
import { SearchBox } from '../../ui/records/search-box.tsx';
import { DeleteUsers } from './delete-users.tsx';
import styles from './users-list.module.css';

/** What one call deletes at most (contract, `usersDelete`). */
const deleteLimit = 1000;

interface UsersToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  foundCount: number;
  userCount: number;
  selectedUsers: readonly User[];
  onDeselectAll: () => void;
}

/** Search box and count; with users selected also what can be done to them. Stays in view while the list scrolls. */
export function UsersToolbar(props: UsersToolbarProps) {
  const { search, onSearch, foundCount, userCount, selectedUsers, onDeselectAll } = props;
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={styles.toolbar}>
      <SearchBox value={search} onChange={onSearch} placeholder="Search..." label="Search users" />
      <p className={styles.count} role="status">
        {search.trim() === '' ? formatUsers(userCount) : `${formatCount(foundCount)} of ${formatUsers(userCount)}`}
      </p>
      {selectedUsers.length > 0 && (
        <SelectionActions
          count={selectedUsers.length}
          onDeselectAll={onDeselectAll}
          onDelete={() => setDeleting(true)}
        />
      )}
      <DeleteUsers users={selectedUsers} opened={isDeleting} onClose={() => setDeleting(false)} />
    </div>
  );
}

interface SelectionActionsProps {
  count: number;
  onDeselectAll: () => void;
  onDelete: () => void;
}

function SelectionActions({ count, onDeselectAll, onDelete }: SelectionActionsProps) {
  useFocusRescue();
  const isOverLimit = count > deleteLimit;
  return (
    <div className={styles.selected}>
      <span id="selected-users">
        {isOverLimit
          ? `At most ${formatCount(deleteLimit)} users can be deleted at once`
          : `${formatCount(count)} selected`}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onDeselectAll}>
        Clear
      </Button>
      <Button
        variant="default"
        className={styles.danger}
        leftSection={<TrashIcon size={18} />}
        aria-describedby="selected-users"
        disabled={isOverLimit}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function formatUsers(count: number): string {
  return count === 1 ? '1 user' : `${formatCount(count)} users`;
}
