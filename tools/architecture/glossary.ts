/** Words that the glossary refuses. */
export interface Refused {
  /** One or more words in lower case. */
  readonly words: readonly string[];
  /** The word to use. */
  readonly instead: string;
  readonly isForNamesOnly: boolean;
}

/** Parses the table below "## Glossary" of CONTRIBUTING.md: `| word | meaning | never, `never in names` |`. */
export function parseGlossary(markdown: string): Refused[] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith('Glossary')) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).flatMap((row) => {
    const [, instead = '', , never = ''] = row.split('|').map((cell) => cell.trim());
    const terms = never === '' ? [] : never.split(', ');
    return terms.map((term) => ({
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
