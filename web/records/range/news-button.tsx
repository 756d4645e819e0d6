import { Button } from '@mantine/core';
import styles from './range.module.css';

interface NewsButtonProps {
  /** Words for rows that a list does not show yet; undefined where there are none. */
  news: string | undefined;
  /** Takes the width of the list, in the room above it. */
  isWide?: boolean;
  onRefresh: () => void;
}

/** A button that lists new rows; in the corner of an element with a position of its own. */
export function NewsButton({ news, isWide = false, onRefresh }: NewsButtonProps) {
  if (news === undefined) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={styles.news ?? ''}
      data-wide={isWide || undefined}
      onClick={onRefresh}
    >
      {news}
    </Button>
  );
}
