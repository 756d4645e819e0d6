/** How a figure compares with the previous period, in the words of `compareCounts` and `compareShares` of the contract. */
export interface Comparison {
  direction: 'up' | 'down' | 'same' | 'none';
  /** '+12%', '−0.4 pp', '0%', 'new' or '–'. */
  text: string;
  /** The same for screen readers. */
  words: string;
}
