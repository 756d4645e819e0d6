import type { Span } from './projection.ts';

/** A value in a projection or in the source. */
export interface Masked extends Span {
  /** Text that replaces the value. */
  readonly label: string;
}
