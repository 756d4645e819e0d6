import { checkArrows } from './rules/arrows.ts';
import { checkComments } from './rules/comments.ts';
import { checkFolders } from './rules/folders.ts';
import { checkSql } from './rules/sql.ts';
import type { Finding, SourceFile } from './source-file.ts';

const rules = [checkFolders, checkArrows, checkSql, checkComments];

/** All findings of the rules that oxlint does not have, in the order of the files. */
export const findFaults = (files: readonly SourceFile[]): Finding[] =>
  rules
    .flatMap((rule) => rule(files))
    .toSorted((one, other) => one.path.localeCompare(other.path, 'en') || one.line - other.line);
