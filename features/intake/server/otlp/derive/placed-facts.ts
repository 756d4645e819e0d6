import type { LoadedFacts } from '../map/span-facts.ts';

/** A span or event with its position in the trace. */
export interface PlacedFacts extends LoadedFacts {
  readonly above: PlacedFacts | null;
  /** The outermost run of an agent or workflow around it, or itself; where it has not arrived, what stands for it. */
  readonly run: PlacedFacts | null;
  /** True of what stands for a missing run under the id of a span inside it, and is no fact itself. */
  readonly isMissing?: true;
  /** Whether spans around it have inputs or outputs of the conversation. */
  readonly saidAbove: { readonly inputs: boolean; readonly outputs: boolean };
  /** Whether its tree is complete: its root has arrived and ended, or is no longer awaited. */
  readonly isClosed: boolean;
}
