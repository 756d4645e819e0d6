import { getMod97 } from '#server/lib/crypto/mod97.ts';

/** The most words that an invoice number or a reference is written in. */
const maxWords = 8;
const maxLength = 60;

/** Texts with fewer characters or digits stand for too many things to be taken for a number of an invoice. */
const isTelling = (key: string) => key.length >= 6 && (key.match(/\d/g)?.length ?? 0) >= 3;

const isReference = (text: string): boolean =>
  /^RF\d\d[A-Z0-9]{1,21}$/.test(text) && getMod97(text.slice(4) + text.slice(0, 4)) === 1;

const toWords = (text: string): string[] => toCasedWords(text).map((word) => word.toUpperCase());

const toCasedWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The letters and digits of a number, by which it is found however it is written. */
const toNumberKey = (number: string): string => toWords(number).join('');

/** Numbers of invoices and references by what they are found by. */
export interface Known<Invoice> {
  readonly byReference: ReadonlyMap<string, readonly Invoice[]>;
  readonly byNumber: ReadonlyMap<string, readonly Invoice[]>;
}

/** Arranges invoices by what payers name. */
export const toKnown = <Invoice extends { readonly number: string; readonly reference: string | null }>(
  invoices: readonly Invoice[],
): Known<Invoice> => ({
  byReference: Map.groupBy(
    invoices.filter(({ reference }) => reference !== null),
    ({ reference }) => reference ?? '',
  ),
  byNumber: Map.groupBy(invoices, ({ number }) => toNumberKey(number)),
});

/** The texts by which payments may name invoices. */
export interface Keys {
  readonly references: readonly string[];
  /** Numbers as `payable-invoices.repository.ts` compares them: the Latin letters and digits alone. */
  readonly numbers: readonly string[];
}

/** Lists all that payments may name invoices by, so that only those are read. */
export function listKeys(all: readonly Written[]): Keys {
  const references = new Set<string>();
  const numbers = new Set<string>();
  const note = (cased: string) => {
    const text = cased.toUpperCase();
    if (isReference(text)) references.add(text);
    if (!isTelling(text)) return;
    // The database drops ß and ı, which are SS and I in capitals.
    for (const each of [text, cased, text.replaceAll('SS', '')])
      numbers.add(each.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase());
  };
  for (const written of all) {
    for (const reference of written.references) {
      if (isReference(reference)) references.add(reference);
      note(toCasedWords(reference).join(''));
    }
    for (const words of [toCasedWords(written.text), toCasedWords(written.searched)])
      words.flatMap((_, start) => [...listJoined(words, start)]).forEach(({ text }) => note(text));
  }
  return { references: [...references], numbers: [...numbers] };
}

interface Written {
  readonly references: readonly string[];
  readonly text: string;
  readonly searched: string;
}

export interface Mentioned<Invoice> {
  readonly byReference: readonly Invoice[];
  readonly byNumber: readonly Invoice[];
  /** Whether it has a reference that belongs to no known invoice. */
  readonly hasUnknownReference: boolean;
  /** Whether it has digits that may be a number of no known invoice. */
  readonly hasUnknownNumber: boolean;
}

/**
 * The invoices that a payment names: by references, structured or in the text, and by numbers, which begin and end with whole words.
 * Spaces, signs between and case do not matter.
 */
export function findMentioned<Invoice>(written: Written, known: Known<Invoice>): Mentioned<Invoice> {
  const structured = written.references.map((reference) => findStructured(reference, known));
  const inText = findInText(toWords(written.text), known);
  const further = findInText(toWords(written.searched), known);
  const found = [...structured, inText, further];
  return {
    byReference: unique(found.flatMap(({ byReference }) => byReference)),
    byNumber: unique(found.flatMap(({ byNumber }) => byNumber)),
    // What the payer's bank numbers is no reference to an invoice.
    hasUnknownReference: [...structured, inText].some((each) => each.hasUnknownReference),
    hasUnknownNumber: inText.hasUnknownNumber,
  };
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

function findStructured<Invoice>(reference: string, known: Known<Invoice>): Mentioned<Invoice> {
  const byReference = isReference(reference) ? (known.byReference.get(reference) ?? []) : [];
  const key = toNumberKey(reference);
  const byNumber = byReference.length === 0 && isTelling(key) ? (known.byNumber.get(key) ?? []) : [];
  const hasUnknownReference = byReference.length + byNumber.length === 0;
  return { byReference, byNumber, hasUnknownReference, hasUnknownNumber: false };
}

function findInText<Invoice>(words: readonly string[], known: Known<Invoice>): Mentioned<Invoice> {
  const byReference: Invoice[] = [];
  const byNumber: Invoice[] = [];
  const covered = new Set<number>();
  let hasUnknownReference = false;
  for (let start = 0; start < words.length; start += 1) {
    const isMarked = /^RF\d\d/.test(words[start] ?? '');
    let isFound = false;
    for (const { text, count } of listJoined(words, start)) {
      const references = isMarked && isReference(text) ? known.byReference.get(text) : undefined;
      const numbers = isTelling(text) ? known.byNumber.get(text) : undefined;
      byReference.push(...(references ?? []));
      byNumber.push(...(numbers ?? []));
      if (!references && !numbers) continue;
      isFound = true;
      for (let at = start; at < start + count; at += 1) covered.add(at);
    }
    if (isMarked && !isFound) hasUnknownReference = true;
  }
  const hasUnknownNumber = words.some((word, at) => !covered.has(at) && looksLikeNumber(word));
  return { byReference, byNumber, hasUnknownReference, hasUnknownNumber };
}

/** Four digits and more that are no year. */
const looksLikeNumber = (word: string) => /\d{4}/.test(word) && !/^20\d\d$/.test(word);

function* listJoined(words: readonly string[], start: number): Generator<{ text: string; count: number }> {
  let text = '';
  for (let count = 1; count <= maxWords && start + count <= words.length; count += 1) {
    text += words[start + count - 1] ?? '';
    if (text.length > maxLength) return;
    yield { text, count };
  }
}
