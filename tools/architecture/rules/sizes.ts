import type { Finding, SourceFile } from '../source-file.ts';

const WARNING_LINES = 200;
const LIMIT_LINES = 300;

/** A file of more than 300 lines is refused, of more than 200 warned about. */
export function checkSizes(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ lineCount }) => lineCount > WARNING_LINES)
    .map(({ path, lineCount }) => ({
      path,
      line: 1,
      severity: lineCount > LIMIT_LINES ? 'error' : 'warning',
      message: `${lineCount} lines: take out the pure part, then the sub-component, then the second operation`,
    }));
}
