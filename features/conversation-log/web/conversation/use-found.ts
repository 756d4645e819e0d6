import { useEffect, type RefObject } from 'react';
import { listWords } from '#contract/conversations/search-words.ts';

/** Results of a search in a conversation. */
export interface Found {
  /** The message that is scrolled to. */
  readonly messageId: string | undefined;
  /** Words and phrases that are marked. */
  readonly spellings: readonly string[];
}

const highlightName = 'search-hits';
/** A range for each word of a very long transcript would cost more than it helps. */
const maxRanges = 2000;

/**
 * Marks the spellings in what stands in an element, also in what comes later, without changing the document; where the
 * browser can not do that, nothing is marked.
 */
export function useFoundMarks(frame: RefObject<HTMLElement | null>, { spellings }: Found): void {
  const searched = [...new Set(spellings)].join('\n');
  useEffect(() => {
    const element = frame.current;
    if (!element || searched === '' || typeof Highlight === 'undefined') return undefined;
    const phrases = searched.split('\n').map((spelling) => listWords(spelling).map(({ word }) => word));
    const mark = () => CSS.highlights.set(highlightName, new Highlight(...listRanges(element, phrases)));
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      watch.disconnect();
      CSS.highlights.delete(highlightName);
    };
  }, [frame, searched]);
}

/** By message, because a phrase stands in one; tags within it, such as those of bold words, do not part it. */
function listRanges(element: HTMLElement, phrases: readonly string[][]): Range[] {
  const ranges: Range[] = [];
  for (const message of element.querySelectorAll('article')) {
    if (ranges.length >= maxRanges) break;
    const { text, pieces } = joinTexts(message);
    for (const { start, end } of findPhrases(text, phrases)) {
      const range = new Range();
      const [first, last] = [findPiece(pieces, start), findPiece(pieces, end - 1)];
      if (!first || !last) continue;
      range.setStart(first.node, start - first.start);
      range.setEnd(last.node, end - last.start);
      ranges.push(range);
    }
  }
  return ranges;
}

interface Piece {
  readonly node: Node;
  /** In the joined text. */
  readonly start: number;
}

const inlineTags =
  'a, abbr, b, bdi, cite, code, del, em, font, i, ins, kbd, mark, q, s, small, span, strong, sub, sup, u';

/** The texts of an element as one, where only inline tags stand between them; else on lines of their own. */
function joinTexts(element: Element): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  let before: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement;
    while (block?.matches(inlineTags)) block = block.parentElement;
    if (block !== before) text += '\n';
    before = block;
    pieces.push({ node, start: text.length });
    text += node.nodeValue ?? '';
  }
  return { text, pieces };
}

const findPiece = (pieces: readonly Piece[], place: number) => pieces.findLast(({ start }) => start <= place);

/** Finds the places of phrases in a text. */
export function findPhrases(text: string, phrases: readonly string[][]): Array<{ start: number; end: number }> {
  const words = listWords(text);
  return words.flatMap(({ start }, place) =>
    phrases.flatMap((phrase) => {
      const last = words[place + phrase.length - 1];
      const isFound = phrase.length > 0 && phrase.every((word, offset) => words[place + offset]?.word === word);
      return isFound && last ? { start, end: last.end } : [];
    }),
  );
}
