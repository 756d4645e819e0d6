import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { AttentionAddress } from '#contract/attention/attention-kinds.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { Block, Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './attention-list.module.css';

/** A line of a list, in words. */
export interface ShownAttention {
  readonly key: string;
  readonly tone: 'red' | 'amber';
  readonly sentence: string;
  /** At the end of the line. */
  readonly figure?: string;
  /** Address of the whole line; without it, it is only words. */
  readonly address?: AttentionAddress;
  /** Opens what is more than an address, such as another company. */
  readonly open?: () => void;
}

interface AttentionListProps {
  /** Undefined while they are loading. */
  lines: readonly ShownAttention[] | undefined;
  /** The lines that are likely to come, so that nothing below moves when they do. */
  expected?: number;
  /** In place of the list where it has none. */
  empty: ReactNode;
}

/** So many lines are shown before the rest is folded. */
export const mostLines = 6;

/** A list of what needs the reader, the most urgent first. */
export function AttentionList({ lines, expected = 1, empty }: AttentionListProps) {
  const [isOpen, setOpen] = useState(false);
  if (!lines) return <WaitingLines count={Math.min(Math.max(expected, 1), mostLines)} />;
  if (lines.length === 0) return <Block tall>{empty}</Block>;
  const shown = isOpen ? lines : lines.slice(0, mostLines);
  const rest = lines.length - mostLines;
  return (
    <>
      <Stack as="ul" rule="entries" className={styles.lines}>
        {shown.map((line) => (
          <li key={line.key} data-tone={line.tone}>
            <AttentionLink line={line} />
          </li>
        ))}
      </Stack>
      {rest > 0 && (
        <Row size="sm" above={2}>
          <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `${rest} more`}
          </LinkButton>
        </Row>
      )}
    </>
  );
}

function AttentionLink({ line: { tone, sentence, figure = '', address, open } }: { line: ShownAttention }) {
  const words = (
    <>
      <span>
        {tone === 'red' && <span className="visually-hidden">Urgent: </span>}
        {sentence}
      </span>
      {figure !== '' && (
        <Text as="span" number weight="medium" className={styles.figure}>
          {figure}
        </Text>
      )}
    </>
  );
  if (open) {
    return (
      <button type="button" className={styles.line} onClick={open}>
        {words}
      </button>
    );
  }
  if (!address) return <span className={styles.line}>{words}</span>;
  return (
    <Link to={address.path} search={address.search ?? {}} hash={address.hash ?? ''} className={styles.line}>
      {words}
    </Link>
  );
}

/** Placeholders as high as the lines that are likely to come. */
function WaitingLines({ count }: { count: number }) {
  return (
    <Stack rule="entries" className={styles.lines} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading what needs attention
      </span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.line}>
          <SkeletonLine width={`${28 - 3 * (index % 3)}rem`} />
        </span>
      ))}
    </Stack>
  );
}
