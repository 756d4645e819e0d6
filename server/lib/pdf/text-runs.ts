import createBidi from 'bidi-js';
import { listFaces, type Face } from './faces.ts';

const bidi = createBidi();

/** A piece of a line that is drawn at once: in one face and direction, without a space inside it. */
export interface Run {
  readonly text: string;
  readonly face: Face;
}

interface Placed {
  readonly character: string;
  readonly face: Face;
}

/** The characters of a text with their faces; what no face draws becomes a question mark, and marks stay with their letter. */
export function placeCharacters(text: string): Placed[] {
  const characters = Array.from(text).flatMap(spellOut);
  const faces = listFaces(characters);
  const placed: Placed[] = [];
  for (const [index, character] of characters.entries()) {
    const before = placed.at(-1);
    const isMark = before !== undefined && /^\p{M}$/u.test(character) && before.character !== ' ';
    if (isMark && before.face.draws(character.codePointAt(0) ?? 0)) placed.push({ character, face: before.face });
    else placed.push(replaceMissing(character, faces[index], isMark));
  }
  return placed.filter(({ character }) => character !== '');
}

/** A sign for several letters that no face draws, as the one for a company in Korea, is written as those letters. */
function spellOut(character: string): string[] {
  const letters = Array.from(character.normalize('NFKC'));
  if (letters.join('') === character || listFaces([character])[0]) return [character];
  return listFaces(letters).every((face) => face !== undefined) ? letters : [character];
}

function replaceMissing(character: string, face: Face | undefined, isMark: boolean): Placed {
  const [main] = listFaces(['?']);
  if (!main) throw new Error('the main face draws no question mark');
  if (face) return { character, face };
  return { character: isMark ? '' : '?', face: main };
}

/** Whether a text needs more than the portal's typeface from left to right. */
export const isSimple = (placed: readonly Placed[]): boolean => placed.every(({ face }) => face.name === 'geist');

/** Parts between which a line may break: words with the space behind them, and single characters of Chinese and Japanese. */
export function listWords(placed: readonly Placed[]): Placed[][] {
  const words: Placed[][] = [];
  let word: Placed[] = [];
  for (const [index, each] of placed.entries()) {
    word.push(each);
    const next = placed[index + 1];
    const isEnd = each.character === ' ' ? next?.character !== ' ' : isIdeograph(each) && next?.character !== ' ';
    if (!isEnd) continue;
    words.push(word);
    word = [];
  }
  if (word.length > 0) words.push(word);
  return words;
}

const isIdeograph = ({ face }: Placed) => face.name === 'japanese' || face.name === 'chinese';

/** The runs of a line in the order in which they are seen, from left to right. Its direction is that of its first letter. */
export function orderRuns(line: readonly Placed[]): Run[] {
  const text = line.map(({ character }) => character).join('');
  const levels = bidi.getEmbeddingLevels(text, 'auto');
  const places = new Map<number, number>();
  let start = 0;
  for (const [place, { character }] of line.entries()) {
    places.set(start, place);
    start += character.length;
  }
  const seen = bidi.getReorderedIndices(text, levels).flatMap((index) => {
    const place = line[places.get(index) ?? -1];
    return place ? [{ ...place, isReversed: (levels.levels[index] ?? 0) % 2 === 1 }] : [];
  });
  const runs: { text: string; readonly face: Face; readonly isReversed: boolean }[] = [];
  for (const { character, face, isReversed } of seen) {
    const shown = isReversed ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const before = runs.at(-1);
    const isOneRun =
      before?.face === face && before.isReversed === isReversed && character !== ' ' && before.text !== ' ';
    if (!before || !isOneRun || (isReversed && !isReadFromTheRight(face))) {
      runs.push({ text: shown, face, isReversed });
      continue;
    }
    // A font lays out letters that are read from the right by itself, from their own order.
    before.text = isReversed ? `${shown}${before.text}` : `${before.text}${shown}`;
  }
  return runs;
}

const isReadFromTheRight = ({ name }: Face) => name === 'hebrew' || name === 'arabic';
