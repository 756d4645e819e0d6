/** Languages whose words are reduced to their stems, by the dictionaries of PostgreSQL. */
export const languages = ['english', 'german', 'estonian'] as const;

/** Keys of a word in the index: of the word itself, and of its stem in each language. */
export interface WordForms {
  readonly plain: number;
  /** In the order of `languages`. */
  readonly stems: readonly number[];
  /** A bit for each language in which the word is too common to say anything, such as "the". */
  readonly common: number;
}

/** PostgreSQL has a stemmer for Estonian, and no list of its common words. */
export const estonianCommonWords: ReadonlySet<string> = new Set(
  `aga ei ega ehk eks ent est et ega ikka ja jah jne ju juba ka kas kes kui kuid kuidas kuni kus küll ma me meie mille mida mina
  mis mul mulle mu mitte mul nad need nemad nende neid nii ning nüüd oled olen oli olid olin olla oleks olema oma on pole põhjust
  sa see seda selle selles sellest siis siin sina sinu su sulle ta tema te teie teid teda te too tuleb vaid veel või
  vastu väga üks`.split(/\s+/),
);

/** The place of the language of a text in `languages` by its common words; undefined where they do not decide. */
export function findLanguage(counts: ReadonlyArray<number>): number | undefined {
  const most = Math.max(...counts);
  const found = counts.indexOf(most);
  return most > 0 && counts.lastIndexOf(most) === found ? found : undefined;
}
