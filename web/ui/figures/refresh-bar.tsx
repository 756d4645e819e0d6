import { Button } from '@mantine/core';
import { RefreshIcon } from '../drawings/icons.tsx';
import { Row, Text } from '../layout/layout.tsx';
import styles from './figures.module.css';

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
    <Row gap={3} push className={styles.refresh}>
      {isLive !== undefined && (
        <Row
          as="span"
          gap={1}
          inline
          size="sm"
          weight="medium"
          className={styles.live}
          title="New conversations are shown as they come in."
        >
          {isLive && 'Live'}
        </Row>
      )}
      <Text
        size="sm"
        tone="faint"
        number
        text="end"
        className={styles.updated}
        role="status"
        aria-live={isPolling || isLive === true ? 'off' : 'polite'}
      >
        {updatedAt !== undefined && (
          <span>
            Last updated <time>{updatedAt}</time>
          </span>
        )}
      </Text>
      <Button
        variant="default"
        leftSection={<RefreshIcon size={18} />}
        className={styles.button}
        data-turning={isFetching || undefined}
        onClick={onRefresh}
      >
        Refresh data
      </Button>
    </Row>
  );
}
