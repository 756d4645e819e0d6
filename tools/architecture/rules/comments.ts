import type { Finding, SourceFile } from '../source-file.ts';

const suppression =
  /^[\s*]*(?:@ts-(?:expect-error|ignore|nocheck)|(?:oxlint|eslint)-disable|knip-ignore|@knipignore|(?:oxfmt|prettier)-ignore|(?:v8|istanbul) ignore)/;
const reason = / -- \S.{8,}/;

/** Doc blocks that say a relation to something that they do not name. */
const unnamed = /^\*\s*(?:\*\s*)?(?<word>What|Of|Those|As|Where)\b/;

/** A suppressed check has a reason, and a doc block begins with what it describes. */
export function checkComments(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path, comments }) =>
    comments.flatMap(({ text, line }) => {
      const word = unnamed.exec(text)?.groups?.['word'];
      const isSilent = suppression.test(text) && !reason.test(text);
      return [
        ...(isSilent ? [{ path, line, message: 'a suppression has a reason, after " -- "' }] : []),
        ...(word === undefined
          ? []
          : [{ path, line, message: `a doc block begins with a noun, a verb or a code name, not with "${word}"` }]),
      ];
    }),
  );
}
