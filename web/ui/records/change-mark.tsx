import type { Comparison } from '../../lib/comparison.ts';
import { Row, Text } from '../layout/layout.tsx';
import styles from './marks.module.css';

const arrows = { up: 'M5 1.5 9 8H1Z', down: 'M5 8.5 1 2h8Z' } as const;

interface ChangeMarkProps {
  comparison: Comparison;
  /** Colours a rise green and a fall red. */
  isJudged?: boolean;
}

/** The change of a figure since the previous period: an arrow and a signed text, and words for screen readers. */
export function ChangeMark({ comparison: { direction, text, words }, isJudged = false }: ChangeMarkProps) {
  return (
    <Text
      as="span"
      size="sm"
      tone="soft"
      number
      breaks="never"
      framing
      className={styles.change}
      data-direction={direction}
      data-judged={isJudged || undefined}
    >
      <Row aria-hidden="true" as="span" gap={1} inline>
        {(direction === 'up' || direction === 'down') && (
          <svg width="8" height="8" viewBox="0 0 10 10" fill="currentColor" focusable="false">
            <path d={arrows[direction]} />
          </svg>
        )}
        <span translate="no">{text}</span>
      </Row>
      <span className="visually-hidden">{words}</span>
    </Text>
  );
}
