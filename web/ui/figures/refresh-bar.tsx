import { Button } from '@mantine/core';
import { RefreshIcon } from '../drawings/icons.tsx';
import styles from './refresh-bar.module.css';

interface RefreshBarProps {
  /** When the figures were made, formatted; undefined before the first. */
  updatedAt: string | undefined;
  isFetching: boolean;
  onRefresh: () => void;
  /** Whether new figures are shown as they come; undefined where they never are. */
  isLive?: boolean;
  /** The figures reload by themselves, which screen readers do not announce. */
  isPolling?: boolean;
}

/** How fresh the figures of a page are, and the button that loads them again. */
export function RefreshBar(props: RefreshBarProps) {
  const { updatedAt, isFetching, onRefresh, isLive, isPolling = false } = props;
  return (
    <div className={styles.refresh}>
      {isLive !== undefined && (
        <span className={styles.live} title="New conversations are shown as they come in.">
          {isLive && 'Live'}
        </span>
      )}
      <p className={styles.updated} role="status" aria-live={isPolling || isLive === true ? 'off' : 'polite'}>
        {updatedAt !== undefined && (
          <span>
            Last updated <time>{updatedAt}</time>
          </span>
        )}
      </p>
      <Button
        variant="default"
        leftSection={<RefreshIcon size={18} />}
        className={styles.button}
        data-turning={isFetching || undefined}
        onClick={onRefresh}
      >
        Refresh data
      </Button>
    </div>
  );
}
