import { performance } from 'node:perf_hooks';

/** Measures of the process, and the collection of its garbage. */
export interface IdleMemoryParts {
  /** The share of the time since the call before in which the event loop had work, from 0 to 1. */
  readonly takeUtilization: () => number;
  readonly readHeapBytes: () => number;
  readonly collect: () => Promise<void>;
}

export interface IdleMemory {
  /** Collects at once; for the end of a start, so that V8 derives the limits of its heap from what is in use. */
  collect(): Promise<void>;
  /** Judges the time since the sample before; called every five seconds by `start`. */
  sample(): Promise<void>;
  /** Samples until the returned function is called. */
  start(): () => void;
}

const sampleMs = 5000;
const calmUtilization = 0.05;
const minCalmSamples = 2;
/** Less is not worth the stop of the event loop, about a tenth of a second. */
const minGrowthBytes = 4 * 1024 * 1024;

/**
 * Collects garbage after the start and while the portal is idle. V8 collects it when more memory is asked for, so that an
 * idle portal keeps what its start and its last calls left: 20 to 30 MB. Under load, a heap that was never collected grows to
 * 200 MB before the first collection, and V8 keeps the freed pages: 120 MB.
 */
export function createIdleMemory(parts: IdleMemoryParts): IdleMemory {
  let calmSamples = 0;
  let collectedBytes = 0;
  const collect = async () => {
    await parts.collect();
    collectedBytes = parts.readHeapBytes();
  };
  const sample = async () => {
    calmSamples = parts.takeUtilization() < calmUtilization ? calmSamples + 1 : 0;
    if (calmSamples < minCalmSamples || parts.readHeapBytes() - collectedBytes < minGrowthBytes) return;
    await collect();
  };
  return {
    collect,
    sample,
    start() {
      const timer = setInterval(() => void sample(), sampleMs).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Opens the watch of this process; nothing is collected where Node.js runs without `--expose-gc`. */
export function openIdleMemory(): IdleMemory {
  let before = performance.eventLoopUtilization();
  return createIdleMemory({
    takeUtilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    readHeapBytes: () => process.memoryUsage().heapUsed,
    collect: async () => globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' }),
  });
}
