import type { Span } from './projection.ts';

/** A value in a projection or in the source. */
export interface Masked extends Span {
  /** What stands in its place. */
  readonly label: string;
}
