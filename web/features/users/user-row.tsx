import { memo } from 'react';
import type { MouseEvent } from 'react';
import type { User } from '#contract/users.ts';
import { paths } from '../../paths.ts';
import { HighlightedText } from '../../ui/records/highlighted-text.tsx';
import { formatRoles } from './sort-users.ts';
import styles from './users-list.module.css';

interface UserRowProps {
  user: User;
  /** Place among the found users, from 0. */
  index: number;
  search: string;
  isSelected: boolean;
  onToggle: (id: string, isSelected: boolean) => void;
  onOpen: (id: string) => void;
  measure: (row: HTMLTableRowElement | null) => void;
}

/** One user. The name is the link; a click anywhere else in the row does the same for the mouse. */
export const UserRow = memo(function UserRow(props: UserRowProps) {
  const { user, index, search, isSelected, onToggle, onOpen, measure } = props;
  const openHere = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(user.id);
  };
  return (
    <tr
      ref={measure}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      onClick={(event) => {
        if (isPlainClick(event)) onOpen(user.id);
      }}
    >
      <td className={styles.check}>
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${user.firstName} ${user.lastName}`}
            checked={isSelected}
            onChange={(event) => onToggle(user.id, event.currentTarget.checked)}
          />
        </label>
      </td>
      <td className={styles.line} title={user.firstName}>
        {/* The router's own link, once for every row, would cost more than the row. */}
        <a href={paths.user(user.id)} className={styles.name} onClick={openHere}>
          <HighlightedText text={user.firstName} query={search} />
        </a>
      </td>
      <td className={`${styles.line} ${styles.strong}`} title={user.lastName}>
        <HighlightedText text={user.lastName} query={search} />
      </td>
      <td className={styles.address}>
        <HighlightedText text={user.email} query={search} />
      </td>
      <td className={styles.line} title={user.company}>
        <HighlightedText text={user.company ?? ''} query={search} />
      </td>
      <td className={styles.roles}>{formatRoles(user)}</td>
    </tr>
  );
});

/** Not on a link or a checkbox, and not the end of marking text with the mouse. */
function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const isControl = event.target instanceof Element && event.target.closest('a, label, input') !== null;
  return !isControl && window.getSelection()?.isCollapsed !== false;
}
