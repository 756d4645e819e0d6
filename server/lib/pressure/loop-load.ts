/** What the last seconds of the event loop amount to. */
export interface LoopLoad {
  /** Whether work that can wait is refused. */
  readonly isOverloaded: boolean;
  /** Seconds in a row that speak for the other state. */
  readonly streak: number;
}

export const noLoad: LoopLoad = { isOverloaded: false, streak: 0 };

/** One slow second is a single piece of work; two are a load. */
const slowSeconds = 2;
/** Longer than the way in, so that a portal at its limit does not admit and refuse by turns. */
const calmSeconds = 3;

/**
 * The load after one more second.
 * @param delayMs the 99th percentile of the loop's delay in that second
 * @param limitMs above it a second is slow; at half of it or less it is calm
 */
export function toLoopLoad({ isOverloaded, streak }: LoopLoad, delayMs: number, limitMs: number): LoopLoad {
  const speaksForChange = isOverloaded ? delayMs <= limitMs / 2 : delayMs > limitMs;
  if (!speaksForChange) return { isOverloaded, streak: 0 };
  const needed = isOverloaded ? calmSeconds : slowSeconds;
  if (streak + 1 < needed) return { isOverloaded, streak: streak + 1 };
  return { isOverloaded: !isOverloaded, streak: 0 };
}
