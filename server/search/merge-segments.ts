import type { Task } from '../lib/concurrency/worker-pool.ts';
import { mergeSegments } from './segment-codec.ts';
import type { BuiltSegment, StoredSegment } from './segment-codec.ts';

export function mergeStored(segments: readonly StoredSegment[]): BuiltSegment {
  return mergeSegments(segments);
}

export const mergeSegmentsTask: Task<readonly StoredSegment[], BuiltSegment> = {
  module: import.meta.url,
  run: mergeStored,
};
