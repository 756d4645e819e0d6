import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';

/** Measures the delay of the event loop. */
export interface LoopMeasure {
  /** The 99th percentile in milliseconds since the call before. */
  takeMs(): number;
  close(): void;
}

export interface LoopWatch {
  isOverloaded(): boolean;
  /** Judges the time since the sample before; called once a second by `start`. */
  sample(): void;
  /** Samples until the returned function is called. */
  start(): () => void;
}

interface Options {
  readonly limitMs: number;
  readonly metrics: Pick<Metrics, 'recordPressure'>;
  readonly log: Logger;
  readonly openMeasure?: (() => LoopMeasure) | undefined;
}

const sampleMs = 1000;

/** Watches how late the event loop gets to its work. */
export function createLoopWatch({ limitMs, metrics, log, openMeasure = openLoopMeasure }: Options): LoopWatch {
  let load = noLoad;
  let measure: LoopMeasure | undefined;
  const sample = () => {
    measure ??= openMeasure();
    const delayMs = measure.takeMs();
    const before = load;
    load = toLoopLoad(before, delayMs, limitMs);
    if (load.isOverloaded === before.isOverloaded) return;
    metrics.recordPressure('loop', load.isOverloaded);
    if (load.isOverloaded) log.warn({ delayMs, limitMs }, 'overloaded: work that can wait is refused');
    else log.info({ delayMs, limitMs }, 'no longer overloaded');
  };
  return {
    isOverloaded: () => load.isOverloaded,
    sample,
    start() {
      measure ??= openMeasure();
      const timer = setInterval(sample, sampleMs).unref();
      return () => {
        clearInterval(timer);
        measure?.close();
      };
    },
  };
}

function openLoopMeasure(): LoopMeasure {
  // A finer resolution wakes an idle process more often.
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    takeMs() {
      const delayMs = delay.percentile(99) / 1e6;
      delay.reset();
      return delayMs;
    },
    close: () => delay.disable(),
  };
}

/** Load of the event loop in the last seconds. */
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
