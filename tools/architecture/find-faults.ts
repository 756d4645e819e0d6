import { checkArrows } from './rules/arrows.ts';
import { checkComments } from './rules/comments.ts';
import { checkCycles } from './rules/cycles.ts';
import { checkExpressions } from './rules/expressions.ts';
import { checkNames } from './rules/names.ts';
import { checkSizes } from './rules/sizes.ts';
import type { Finding, Rule, SourceFile } from './source-file.ts';

const rules: readonly Rule[] = [checkNames, checkSizes, checkArrows, checkCycles, checkExpressions, checkComments];

/** Everything in these files that the house rules refuse or warn about, in the order of the files. */
export function findFaults(files: readonly SourceFile[]): Finding[] {
  return rules
    .flatMap((rule) => rule(files))
    .toSorted((one, other) => one.path.localeCompare(other.path, 'en') || one.line - other.line);
}
