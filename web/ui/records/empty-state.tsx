import type { ReactNode } from 'react';
import { drawings, type DrawingName } from '../drawings/empty-state-drawings.tsx';
import { Block, Stack, Text } from '../layout/layout.tsx';
import styles from './marks.module.css';

interface EmptyStateProps {
  drawing: DrawingName;
  /** The sentence, as the specification words it. */
  text: ReactNode;
  /** A link or a button that helps. */
  children?: ReactNode;
}

/** Takes the place of an empty list. A search that empties the list announces it. */
export function EmptyState({ drawing, text, children }: EmptyStateProps) {
  return (
    <Stack align="center" text="center" pad={[12, 6, 16]} role="status">
      <Block below={5} tone="faint">
        {drawings[drawing]}
      </Block>
      <Text size="lg" measure={30} breaks="anywhere" className={styles.text}>
        {text}
      </Text>
      {children && <Block above={3}>{children}</Block>}
    </Stack>
  );
}
