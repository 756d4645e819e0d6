import styles from './not-listed.module.css';

export const notListedText = 'Not in the user list';

/** Marks a person whom figures and logs name, and whom the list of users does not hold. */
export function NotListed({ isMapped }: { isMapped: boolean | undefined }) {
  if (isMapped !== false) return null;
  return (
    <span className={styles.mark} title="Deleted, or only named in the reports of assistants.">
      {notListedText}
    </span>
  );
}
