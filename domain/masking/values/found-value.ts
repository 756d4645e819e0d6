import type { MaskKind } from '#features/protection/contract/masking-kinds.ts';
import type { Span } from '../projection.ts';

/** A value in a projection. */
export interface FoundValue extends Span {
  /** Kind of the value, whose label replaces it. */
  readonly kind: MaskKind;
}

/** A value, and the group of digits behind it. */
export interface Match {
  readonly found: FoundValue;
  readonly next: number;
}
