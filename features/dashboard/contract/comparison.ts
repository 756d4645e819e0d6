interface Comparison {
  direction: 'up' | 'down' | 'same' | 'none';
  /** '+12%', '−0.4 pp', '0%', 'new' or '–'. */
  text: string;
  /** The same for screen readers. */
  words: string;
}

/** Changes from here on are shown as "over 1,000 percent". */
const highestPercent = 1000;
const noComparison: Comparison = { direction: 'none', text: '–', words: 'no previous figure' };
const started: Comparison = { direction: 'none', text: 'new', words: 'none in the previous period' };
const minus = '\u2212';

const small = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const large = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Small changes keep one decimal. */
function formatSize(size: number): string {
  return size < 9.95 ? small.format(size) : large.format(size);
}

function describe(change: number, unit: { sign: string; words: string }): Comparison {
  const size = Math.abs(change);
  if (size < 0.05) {
    return { direction: 'same', text: `0${unit.sign}`, words: 'the same as in the previous period' };
  }
  const direction = change > 0 ? 'up' : 'down';
  const isBeyond = size >= highestPercent;
  const shown = isBeyond ? large.format(highestPercent) : formatSize(size);
  return {
    direction,
    text: `${isBeyond ? '>' : ''}${change > 0 ? '+' : minus}${shown}${unit.sign}`,
    words: `${isBeyond ? 'over ' : ''}${shown}${unit.words} ${change > 0 ? 'more' : 'less'} than in the previous period`,
  };
}

/** The change of a count in percent of the previous period; 'new' for a previous count of 0. */
export function compareCounts(count: number, previous: number): Comparison {
  if (previous === 0) return count === 0 ? noComparison : started;
  return describe(((count - previous) / previous) * 100, { sign: '%', words: ' percent' });
}

/** The change of a share in percent, in percentage points; none where either share is null. */
export function compareShares(share: number | null, previous: number | null): Comparison {
  if (share === null || previous === null) return noComparison;
  return describe(share - previous, { sign: '\u00a0pp', words: ' percentage points' });
}
