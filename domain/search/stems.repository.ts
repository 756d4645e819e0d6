import { statement } from '#server/sql/statement.ts';
import { array, nullable, text } from '#server/sql/types.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { estonianCommonWords, languages, type WordForms } from './languages.ts';
import { toWordKey } from './word-keys.ts';

/* A stem is null for a common word. PostgreSQL before 18 has no stemmer for Estonian: its words are then indexed as they are. */
const listStemsStatement = statement({
  name: 'search.stems',
  text: `
    select w.word, replace(d.dictname, '_stem', '') as language, (ts_lexize(d.oid::regdictionary, w.word))[1] as stem
    from unnest($words::text[]) as w (word)
    cross join pg_catalog.pg_ts_dict d
    where d.dictname = any($dictionaries::text[]) and d.dictnamespace = 'pg_catalog'::regnamespace`,
  params: { words: array(text), dictionaries: array(text) },
  row: { word: text, language: text, stem: nullable(text) },
});

const dictionaries = languages.map((language) => `${language}_stem`);
/** Words of one statement. */
const maxAsked = 5000;
/** Words in each of the two maps: some ten megabytes. */
const maxKnown = 60_000;
const shortest = 3;
const longest = 40;

/** The forms of words that were asked lately, because a company's vocabulary repeats itself, and of those asked before. */
let recent = new Map<string, WordForms>();
let earlier = new Map<string, WordForms>();

const isStemmed = (word: string) =>
  word.length >= shortest - 1 && word.length <= longest && /^\p{L}[\p{L}\p{M}]*$/u.test(word);

/** The forms of these words. */
export async function getWordForms(tx: CompanyTransaction, words: readonly string[]): Promise<Map<string, WordForms>> {
  const found = new Map<string, WordForms>();
  const asked: string[] = [];
  for (const word of words) {
    const forms = findKnown(word) ?? (isStemmed(word) ? undefined : toForms(word, new Map()));
    if (forms) found.set(word, forms);
    else asked.push(word);
  }
  for (let at = 0; at < asked.length; at += maxAsked) {
    const part = asked.slice(at, at + maxAsked);
    const stems = new Map(part.map((word) => [word, new Map<string, string | null>()]));
    for (const { word, language, stem } of await tx.list(listStemsStatement, { words: part, dictionaries }))
      stems.get(word)?.set(language, stem);
    for (const [word, ofWord] of stems) found.set(word, remember(word, toForms(word, ofWord)));
  }
  return found;
}

function findKnown(word: string): WordForms | undefined {
  const found = recent.get(word);
  if (found) return found;
  const older = earlier.get(word);
  return older && remember(word, older);
}

function remember(word: string, forms: WordForms): WordForms {
  if (recent.size >= maxKnown) [recent, earlier] = [new Map(), recent];
  recent.set(word, forms);
  return forms;
}

function toForms(word: string, stems: ReadonlyMap<string, string | null>): WordForms {
  const plain = toWordKey(word);
  const isCommon = (language: string) =>
    stems.get(language) === null || (language === 'estonian' && estonianCommonWords.has(word));
  return {
    plain,
    stems: languages.map((language) => {
      const stem = stems.get(language);
      return stem == null || isCommon(language) ? plain : toWordKey(stem);
    }),
    common: languages.reduce((bits, language, place) => bits | (isCommon(language) ? 1 << place : 0), 0),
  };
}
