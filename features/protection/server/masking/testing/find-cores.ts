import { toCore } from '#domain/masking/testing/planted-values.ts';

/** Ids and instants hold random digits and letters, and no text of a person. */
const isGenerated = (text: string) =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) || /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?$/.test(text);

/** Each text of an answer by itself, also what its tags hold. */
export function listAnswerTexts(value: unknown): string[] {
  if (typeof value === 'string') {
    if (isGenerated(value)) return [];
    return [value, ...(value.match(/<[^>]*>/g) ?? []).map((tag) => tag.slice(1, -1))];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...listAnswerTexts(each)]);
}

/** The cells of a CSV file. */
export const listCells = (file: string): string[] =>
  Array.from(file.matchAll(/"((?:[^"]|"")*)"|[^",\r\n]+/g), ([all, quoted]) => (quoted ?? all).replaceAll('""', '"'));

const prefixLength = 6;

/** Finds which of many cores stand in texts, in one pass through each text. */
export function createCoreFinder(cores: readonly string[]) {
  const byPrefix = Map.groupBy(new Set(cores), (core) => core.slice(0, prefixLength));
  return (texts: Iterable<string>): Set<string> => {
    const found = new Set<string>();
    for (const text of texts) {
      const core = toCore(text);
      for (let at = 0; at + prefixLength <= core.length; at += 1) {
        const begun = byPrefix.get(core.slice(at, at + prefixLength)) ?? [];
        begun.filter((each) => core.startsWith(each, at)).forEach((each) => found.add(each));
      }
    }
    return found;
  };
}
