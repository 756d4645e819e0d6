import { parseGlossary, parseShownWords, parseVerbs } from './glossary.ts';
import { checkArrows } from './rules/arrows.ts';
import { checkBareTexts } from './rules/bare-texts.ts';
import { checkComments } from './rules/comments.ts';
import { checkFolders } from './rules/folders.ts';
import { checkGlossary, checkTexts } from './rules/glossary.ts';
import { checkJourneys } from './rules/journeys.ts';
import { checkShownTexts } from './rules/shown-texts.ts';
import { checkSql } from './rules/sql.ts';
import { checkStyles } from './rules/styles.ts';
import { checkVerbs } from './rules/verbs.ts';
import type { Finding, SourceFile, TextFile } from './source-file.ts';

interface Project {
  readonly files: readonly SourceFile[];
  /** Migrations, documents and CSS modules. */
  readonly texts: readonly TextFile[];
  /** The text of CONTRIBUTING.md, which holds the glossary, the verbs and the shown words. */
  readonly contributing: string;
}

/** All findings of the rules that oxlint does not have, in the order of the files. */
export function findFaults({ files, texts, contributing }: Project): Finding[] {
  const glossary = parseGlossary(contributing);
  const findings = [
    ...checkFolders(files),
    ...checkArrows(files),
    ...checkSql(files),
    ...checkComments(files),
    ...checkGlossary(files, glossary),
    ...checkTexts(texts, glossary),
    ...checkShownTexts(files, parseShownWords(contributing)),
    ...checkStyles(files, texts),
    ...checkVerbs(files, parseVerbs(contributing)),
    ...checkJourneys(files),
    ...checkBareTexts(files),
  ];
  return findings.toSorted((one, other) => one.path.localeCompare(other.path, 'en') || one.line - other.line);
}
