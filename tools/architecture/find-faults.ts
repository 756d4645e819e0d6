import type { Refused } from './glossary.ts';
import { checkArrows } from './rules/arrows.ts';
import { checkComments } from './rules/comments.ts';
import { checkFolders } from './rules/folders.ts';
import { checkGlossary } from './rules/glossary.ts';
import { checkSql } from './rules/sql.ts';
import type { Finding, SourceFile } from './source-file.ts';

/** All findings of the rules that oxlint does not have, in the order of the files. */
export function findFaults(files: readonly SourceFile[], glossary: readonly Refused[]): Finding[] {
  const findings = [
    ...checkFolders(files),
    ...checkArrows(files),
    ...checkSql(files),
    ...checkComments(files),
    ...checkGlossary(files, glossary),
  ];
  return findings.toSorted((one, other) => one.path.localeCompare(other.path, 'en') || one.line - other.line);
}
