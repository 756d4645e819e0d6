import type { MaskingSettings } from '#contract/masking-kinds.ts';
import type { Task } from '../../lib/concurrency/worker-pool.ts';
import { Problem } from '../../lib/request/problem.ts';
import { compilePattern, createMasker } from './mask-text.ts';

export interface Trial {
  readonly settings: MaskingSettings;
  readonly text: string;
  /** Where the patterns stand in the body of the request. */
  readonly path: string;
}

/** Words, numbers and repetitions, so long that a pattern of thousands of states takes its time. */
const sample = `${'Mari wrote on 2026-11-23: order AB-12345, '.repeat(120)}${'a'.repeat(5000)}${'0'.repeat(5000)}`;
const maxSampleMs = 1000;
/** Instructions of a compiled pattern; each may be tried at each character. */
const maxProgramSize = 2500;
const tooSlow = 'This pattern takes too long. Use fewer repetitions.';

/**
 * What a text becomes by settings, whose patterns are checked first.
 * @throws Problem `request.invalid` with the fields of patterns that are none, or that take too long
 */
export function tryMasking({ settings, text, path }: Trial): string {
  const fields = settings.patterns.flatMap(({ pattern }, index) => {
    const message = findFault(pattern);
    return message === undefined ? [] : [{ path: `${path}.${index}.pattern`, message }];
  });
  if (fields.length > 0) throw new Problem('request.invalid', { fields });
  return createMasker(settings).maskText(text);
}

function findFault(pattern: string): string | undefined {
  try {
    const compiled = compilePattern(pattern);
    if (compiled.programSize() > maxProgramSize) return tooSlow;
    const matcher = compiled.matcher(sample);
    const start = performance.now();
    while (matcher.find()) {
      if (performance.now() - start > maxSampleMs) break;
    }
    return performance.now() - start > maxSampleMs ? tooSlow : undefined;
  } catch {
    return 'This is not a regular expression of RE2. Look-around and back references are not supported.';
  }
}

/** For the pool of workers, because a pattern is not known to be quick yet. */
export const tryMaskingTask: Task<Trial, string> = { module: import.meta.url, run: tryMasking };
