import { parseSearch } from '#contract/conversations/search-words.ts';
import { foldText } from '#contract/fold-text.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { toMaskingSize } from '../masking/render-masked.ts';
import type { Uses } from '#server/portal/portal.ts';
import { findHitsTask, type FoundHit } from './find-hits.ts';
import { readTextsTask } from './read-texts.ts';
import { listSkillNames } from './recited/skill-names.repository.ts';
import { getWordForms } from './stems.repository.ts';

interface HitsQuery {
  readonly companyId: string;
  readonly search: string;
  readonly masking: MaskingSettings;
  /** For each conversation its messages: parts as JSON text. */
  readonly conversations: ReadonlyArray<readonly string[]>;
}

/** Finds the words of a search in the masked messages of conversations. */
export async function listHits(
  { database, workers }: Uses<'database' | 'workers'>,
  { companyId, search, masking, conversations }: HitsQuery,
): Promise<FoundHit[][]> {
  const messages = conversations.flat();
  const size = messages.reduce((sum, { length }) => sum + length, 0);
  const skills = (await database.inCompany.read(companyId, listSkillNames)).map(({ name }) => name);
  const { texts, vocabulary } = await workers.run(
    readTextsTask,
    { masking, skills, messages },
    { companyId, size: toMaskingSize(masking, size) },
  );
  const wanted = parseSearch(search).filter(({ isExcluded }) => !isExcluded);
  const asked = wanted.flatMap(({ words }) => words);
  const similar = listSimilar(vocabulary, asked);
  const forms = await database.inCompany(companyId, (tx) => getWordForms(tx, [...new Set([...similar, ...asked])]));
  const keysOf = (word: string) => {
    const found = forms.get(word);
    return found ? [found.plain, ...found.stems] : [];
  };
  const terms = wanted
    .filter(({ words, isQuoted }) => words.length > 1 || isQuoted || (forms.get(words[0] ?? '')?.common ?? 0) === 0)
    .map(({ words }) =>
      words.map((word) => {
        const keys = new Set(keysOf(word));
        return new Set(similar.filter((each) => keysOf(each).some((key) => keys.has(key))));
      }),
    );
  let at = 0;
  const grouped = conversations.map(({ length }) => texts.slice(at, (at += length)));
  return workers.run(findHitsTask, { conversations: grouped, terms }, { companyId, size });
}

const toFirst = (word: string) => foldText(word).charAt(0);

/** Words that may have a stem of these: those that begin alike, because no stemmer changes a beginning. */
function listSimilar(vocabulary: readonly string[], words: readonly string[]): string[] {
  const firsts = new Set(words.map(toFirst));
  return vocabulary.filter((word) => firsts.has(toFirst(word)));
}
