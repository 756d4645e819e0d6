import { parseSearch } from '#contract/conversations/search-words.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { getWordForms } from './stems.repository.ts';

/** A term as the index knows it. */
export interface IndexedTerm {
  /** For each of its words the keys that it may have: one for each language. */
  readonly words: ReadonlyArray<readonly number[]>;
  readonly isExcluded: boolean;
}

export interface PreparedSearch {
  readonly terms: readonly IndexedTerm[];
  /** Common words, which are left out. */
  readonly ignored: readonly string[];
}

/**
 * Converts a search to terms of the index. A word that is common in one of the languages says nothing, except in
 * quotes.
 * @throws Problem `search.too-common` where nothing else is left
 */
export async function prepareSearch(tx: CompanyTransaction, search: string): Promise<PreparedSearch> {
  const parsed = parseSearch(search);
  const forms = await getWordForms(
    tx,
    parsed.flatMap(({ words }) => words),
  );
  const ignored: string[] = [];
  const terms = parsed.flatMap(({ words, isQuoted, isExcluded }): IndexedTerm[] => {
    const [first = ''] = words;
    if (words.length === 1 && !isQuoted && (forms.get(first)?.common ?? 0) > 0) {
      ignored.push(first);
      return [];
    }
    const keys = words.map((word) => {
      const found = forms.get(word);
      return found ? [...new Set([found.plain, ...found.stems])] : [];
    });
    return [{ words: keys, isExcluded }];
  });
  if (!terms.some(({ isExcluded }) => !isExcluded)) throw new Problem('search.too-common');
  return { terms, ignored };
}
