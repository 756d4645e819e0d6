import type { Finding, SourceFile } from '../source-file.ts';

const suppression =
  /^[\s*]*(?:@ts-(?:expect-error|ignore|nocheck)|(?:oxlint|eslint)-disable|knip-ignore|@knipignore|(?:oxfmt|prettier)-ignore|(?:v8|istanbul) ignore)/;
const reason = / -- \S.{8,}/;

/** A suppressed check has a reason. */
export function checkComments(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path, comments }) =>
    comments
      .filter(({ text }) => suppression.test(text) && !reason.test(text))
      .map(({ line }) => ({ path, line, message: 'a suppression has a reason, after " -- "' })),
  );
}
