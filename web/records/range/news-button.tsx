import { Button } from '@mantine/core';
import styles from './range.module.css';

interface NewsButtonProps {
  /** Words for rows that a list does not show yet; undefined where there are none. */
  news: string | undefined;
  onRefresh: () => void;
}

/** A button that lists new rows, as wide as the list, in the room above it: the list has a position of its own. */
export function NewsButton({ news, onRefresh }: NewsButtonProps) {
  if (news === undefined) return null;
  return (
    <Button variant="default" size="compact-sm" className={styles.news ?? ''} onClick={onRefresh}>
      {news}
    </Button>
  );
}
