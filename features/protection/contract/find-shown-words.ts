import { foldSearch } from '#contract/fold-text.ts';
import { describeAction, entityNouns, sentences, verbs } from './action-words.ts';
import { answerWords } from './denied-request-words.ts';
import { operationWords } from './operation-words.ts';

/**
 * Words that the audit log shows for what it stores, by a key of its own: `users.export` for an action with a sentence,
 * `user update` for another one of a record, `request usersList` for a denied operation, `answer access.refused` for its answer.
 */
const shownWords: ReadonlyMap<string, string> = new Map([
  ...Object.keys(entityNouns).flatMap((entity) =>
    Object.keys(verbs).map((verb) => [`${entity} ${verb}`, describeAction({ entity, action: verb })] as const),
  ),
  ...Object.entries(sentences),
  ...Object.entries(operationWords).map(([id, words]) => [`request ${id}`, words] as const),
  ...Object.entries(answerWords).map(([code, words]) => [`answer ${code}`, words] as const),
]);

/** The keys of all that is shown by words in which a text is found. */
export function findShownWords(text: string): string[] {
  const folded = foldSearch(text);
  return [...shownWords].filter(([, words]) => foldSearch(words).includes(folded)).map(([key]) => key);
}
