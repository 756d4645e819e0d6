import { getHeapStatistics } from 'node:v8';

/** Measures of a thread, and the collection of its garbage. */
export interface ThreadMemoryParts {
  /** Bytes of the heap and of the buffers beside it. */
  readonly readBytes: () => number;
  readonly readMs: () => number;
  readonly collect: () => void;
}

const minGrowthBytes = 4 * 1024 * 1024;
/** A collection takes some 20 ms of the thread, which dear tasks one after the other must not pay each. */
const minBetweenMs = 30_000;

/**
 * Collects what the tasks of a thread have left, between two of them. V8 leaves old objects and buffers of a thread that does little
 * for long: one that gets some every few seconds, such as the index of the search, would grow by 0.4 MB a minute.
 * @returns a function that judges the thread; for the end of each task
 */
export function createThreadMemory({ readBytes, readMs, collect }: ThreadMemoryParts): () => void {
  let [collectedBytes, collectedMs] = [0, readMs()];
  return () => {
    if (readMs() - collectedMs < minBetweenMs || readBytes() - collectedBytes < minGrowthBytes) return;
    collect();
    [collectedBytes, collectedMs] = [readBytes(), readMs()];
  };
}

/** Opens the watch of this thread; nothing is collected where Node.js runs without `--expose-gc`. */
export function openThreadMemory(): () => void {
  return createThreadMemory({
    readBytes() {
      const { used_heap_size: heap, external_memory: beside } = getHeapStatistics();
      return heap + beside;
    },
    readMs: () => performance.now(),
    collect: () => globalThis.gc?.(),
  });
}
