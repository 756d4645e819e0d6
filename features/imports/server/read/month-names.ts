/** Languages whose names of months are read; where one name is two months, that of the first language counts. */
const languages = [
  'en',
  'de',
  'et',
  'de-AT',
  'fi',
  'sv',
  'da',
  'nb',
  'nl',
  'fr',
  'es',
  'it',
  'pt',
  'pl',
  'cs',
  'lv',
  'lt',
  'ru',
  'uk',
  'bg',
  'ro',
  'sk',
  'sl',
  'hu',
  'tr',
  'el',
  'th',
];
/** Number of the first languages whose names are recognised by their first letters too: `Sept`, `veebr`. */
const cutLanguages = 3;
const shortestCut = 3;

const toKey = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}]/gu, '');

let known: ReadonlyMap<string, number> | undefined;

/** Made once, of the names that the runtime has of each language, with and without the day beside them. */
function listNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  const cuts = new Map<string, Set<number>>();
  languages.forEach((language, place) => {
    const formats = (['long', 'short'] as const).flatMap((month) => [
      new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
      new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
    ]);
    for (let month = 0; month < 12; month += 1) {
      for (const format of formats) {
        const parts = format.formatToParts(Date.UTC(2026, month, 5));
        const name = toKey(parts.find(({ type }) => type === 'month')?.value ?? '');
        if (name === '') continue;
        if (!names.has(name)) names.set(name, month);
        if (place < cutLanguages) addCuts(cuts, name, month);
      }
    }
  });
  for (const [cut, [month, ...others]] of cuts) {
    if (month !== undefined && others.length === 0 && !names.has(cut)) names.set(cut, month);
  }
  return names;
}

function addCuts(cuts: Map<string, Set<number>>, name: string, month: number): void {
  for (let length = shortestCut; length < name.length; length += 1) {
    const cut = name.slice(0, length);
    cuts.set(cut, (cuts.get(cut) ?? new Set()).add(month));
  }
}

/** 0 for January, by its name or its first letters, with or without a dot; undefined for another word. */
export function findMonth(word: string): number | undefined {
  known ??= listNames();
  return known.get(toKey(word));
}
