/** Words that the glossary refuses. */
export interface Refused {
  /** One or more words in lower case. */
  readonly words: readonly string[];
  /** The word to use. */
  readonly instead: string;
  readonly isForNamesOnly: boolean;
}

/** A verb of functions, and those that would name the same step. */
export interface Verb {
  readonly verb: string;
  readonly refused: readonly string[];
}

interface Row {
  readonly word: string;
  readonly never: readonly string[];
}

/** The rows of the table below a heading of CONTRIBUTING.md: `| word | meaning | never |`. */
function parseRows(markdown: string, heading: string): Row[] {
  const section = markdown.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [, word = '', , never = ''] = row.split('|').map((cell) => cell.trim());
    return { word, never: never === '' ? [] : never.split(', ') };
  });
}

/** Parses the table below "### Verbs". */
export const parseVerbs = (markdown: string): Verb[] =>
  parseRows(markdown, 'Verbs').map(({ word, never }) => ({ verb: word, refused: never }));

/** Parses the table below "### Shown words". */
export const parseShownWords = (markdown: string): Refused[] => parseRefused(markdown, 'Shown words');

/** Parses the table below "## Glossary", where a term set as `code` is refused in names only. */
export const parseGlossary = (markdown: string): Refused[] => parseRefused(markdown, 'Glossary');

function parseRefused(markdown: string, heading: string): Refused[] {
  return parseRows(markdown, heading).flatMap(({ word: instead, never }) => {
    return never.map((term) => ({
      words: term.replaceAll('`', '').split(' '),
      instead,
      isForNamesOnly: term.startsWith('`'),
    }));
  });
}

/** `BilledRuns` and `billed_runs` as `billed`, `runs`. */
export const splitName = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

const isSameWord = (word: string | undefined, other: string) => word === other || word === `${other}s`;

/** The refused term among these words, in singular or plural; undefined where there is none. */
export const findRefused = (words: readonly string[], glossary: readonly Refused[]): Refused | undefined =>
  glossary.find((refused) =>
    words.some((_, start) => refused.words.every((word, index) => isSameWord(words[start + index], word))),
  );
