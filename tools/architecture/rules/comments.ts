import type { Finding, SourceFile } from '../source-file.ts';

const SUPPRESSION =
  /^[\s*]*(?:@ts-(?:expect-error|ignore|nocheck)|(?:oxlint|eslint)-disable|knip-ignore|@knipignore|(?:oxfmt|prettier)-ignore|(?:v8|istanbul) ignore)/;
const REASON = / -- \S.{8,}/;
const UNFINISHED = /\b(?:TODO|FIXME|XXX|HACK)\b/;

function findCommentFaults(text: string): string[] {
  return [
    ...(SUPPRESSION.test(text) && !REASON.test(text) ? ['a suppression says why, after " -- "'] : []),
    ...(UNFINISHED.test(text) ? ['unfinished work belongs in an issue, not in a comment'] : []),
  ];
}

/** A check is switched off only with a reason, and nothing is left to be done later. */
export function checkComments(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path, comments }) =>
    comments.flatMap(({ text, line }) =>
      findCommentFaults(text).map((message) => ({ path, line, severity: 'error' as const, message })),
    ),
  );
}
