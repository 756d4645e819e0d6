import type { SearchState } from '#contract/conversations/search.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { Block } from '#web/ui/layout/layout.tsx';
import styles from './logs.module.css';

interface LogSearchStateProps {
  data: { readonly search?: SearchState | undefined } | undefined;
  /** The data is of the query before. */
  isPlaceholderData: boolean;
  timeZone: string;
}

/** Notes words that a search left out, and messages that are not indexed yet. */
export function LogSearchState({ data, isPlaceholderData, timeZone }: LogSearchStateProps) {
  if (!data?.search || isPlaceholderData) return null;
  const { ignored, indexedUntil, indexedFrom, hasMore } = data.search;
  const lines = [
    hasMore && 'The newest 1,000 conversations are listed. Add words or filters to find older ones.',
    ignored.length > 0 && `Not searched, because too common: ${ignored.join(', ')}. Put common words in quotes.`,
    indexedUntil && `Messages are found up to ${formatDateTime(indexedUntil, timeZone)}. What came later follows soon.`,
    indexedFrom &&
      `Conversations before ${formatDateTime(indexedFrom, timeZone)} are not found yet. They are being indexed.`,
  ].filter(Boolean);
  return (
    <Block role="status" size="sm" tone="soft" pad={[0, 0, 2]} className={styles.searched}>
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </Block>
  );
}
