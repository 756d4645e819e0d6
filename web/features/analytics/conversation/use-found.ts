import { useEffect } from 'react';
import type { RefObject } from 'react';
import { listWords } from '#contract/analytics/search-words.ts';

/** What a search found in a conversation. */
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
  const searched = spellings.join('\n');
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

function listRanges(element: HTMLElement, phrases: readonly string[][]): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < maxRanges; node = walker.nextNode())
    for (const { start, end } of findPhrases(node.nodeValue ?? '', phrases)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  return ranges;
}

/** Where phrases stand in a text. */
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
