import { Button } from '@mantine/core';
import styles from './news-button.module.css';

interface NewsButtonProps {
  /** What a list does not show yet; undefined where that is nothing. */
  news: string | undefined;
  onRefresh: () => void;
}

/** What has come in, to be listed with a click; in the corner of an element with a position of its own. */
export function NewsButton({ news, onRefresh }: NewsButtonProps) {
  if (news === undefined) return null;
  return (
    <Button variant="default" size="compact-sm" className={styles.news ?? ''} onClick={onRefresh}>
      {news}
    </Button>
  );
}
