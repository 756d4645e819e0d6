import { listWords, maxHits } from '#contract/conversations/search-words.ts';
import type { SearchHit } from '#contract/conversations/search.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';

interface Input {
  /** For each conversation and message its texts. */
  readonly conversations: ReadonlyArray<ReadonlyArray<readonly string[]>>;
  /** For each term and each of its words the spellings that are a hit. */
  readonly terms: ReadonlyArray<ReadonlyArray<ReadonlySet<string>>>;
}

export interface FoundHit {
  /** The place of the message in its conversation. */
  readonly message: number;
  readonly excerpt: SearchHit['excerpt'];
}

interface Span {
  readonly term: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds messages with the terms, for each conversation, in their order; where there are too many, the first of each
 * term is kept.
 */
export function findHits({ conversations, terms }: Input): FoundHit[][] {
  return conversations.map((messages) => {
    const found = messages.flatMap((texts, message) => findInMessage(texts, terms, message));
    const chosen = new Set(
      terms.flatMap((_, term) => found.find(({ spans }) => spans.some((span) => span.term === term)) ?? []),
    );
    for (const each of found) if (chosen.size < maxHits) chosen.add(each);
    return [...chosen]
      .slice(0, maxHits)
      .toSorted((one, other) => one.message - other.message)
      .map(({ message, text, spans }) => ({ message, excerpt: cutExcerpt(text, spans) }));
  });
}

export const findHitsTask: Task<Input, FoundHit[][]> = { module: import.meta.url, run: findHits };

interface MessageHit {
  readonly message: number;
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The text of a message in which most terms stand. */
function findInMessage(texts: readonly string[], terms: Input['terms'], message: number): MessageHit[] {
  const countTerms = ({ spans }: MessageHit) => new Set(spans.map(({ term }) => term)).size;
  return texts
    .map((text) => ({ message, text, spans: listSpans(text, terms) }))
    .filter(({ spans }) => spans.length > 0)
    .toSorted((one, other) => countTerms(other) - countTerms(one))
    .slice(0, 1);
}

function listSpans(text: string, terms: Input['terms']): Span[] {
  const words = listWords(text);
  const spans: Span[] = [];
  for (let place = 0; place < words.length; place += 1)
    for (const [term, spellings] of terms.entries()) {
      const isHit = spellings.every((each, offset) => each.has(words[place + offset]?.word ?? ''));
      const last = words[place + spellings.length - 1];
      if (isHit && last) spans.push({ term, start: words[place]?.start ?? 0, end: last.end });
    }
  return spans;
}

const before = 60;
const after = 100;
const maxWindows = 3;

/** Around the first place of each term; all places in it are marked. */
function cutExcerpt(text: string, spans: readonly Span[]): SearchHit['excerpt'] {
  const firsts = new Map<number, Span>();
  for (const span of spans) if (!firsts.has(span.term)) firsts.set(span.term, span);
  const windows: Array<{ start: number; end: number }> = [];
  const around = [...firsts.values()].slice(0, maxWindows).toSorted((one, other) => one.start - other.start);
  for (const span of around) {
    const start = span.start <= before ? 0 : toWordStart(text, span.start - before);
    const end = toWordEnd(text, span.end + after);
    const last = windows.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }
  return windows.flatMap(({ start, end }, place) => {
    const isCut = start > 0 && place === 0;
    const pieces = markSpans(text, spans, { start, end });
    const lead = isCut ? '… ' : place > 0 ? ' … ' : '';
    return [
      ...(lead === '' ? [] : [{ text: lead, isHit: false }]),
      ...pieces,
      ...(end < text.length && place === windows.length - 1 ? [{ text: ' …', isHit: false }] : []),
    ];
  });
}

/** The next word after a place, so that no excerpt begins in the middle of one; the place itself in a long word. */
function toWordStart(text: string, place: number): number {
  const space = text.slice(place, place + before / 2).search(/\s/);
  return space === -1 ? place : place + space + 1;
}

/** The end of the last whole word before a place; the place itself in a long word. */
function toWordEnd(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const from = place - after / 2;
  const space = text.slice(from, place + 1).search(/\s\S*$/);
  return space === -1 ? place : from + space;
}

function markSpans(text: string, spans: readonly Span[], window: { readonly start: number; readonly end: number }) {
  const pieces: SearchHit['excerpt'] = [];
  let at = window.start;
  for (const { start, end } of spans) {
    if (start < at || end > window.end) continue;
    if (start > at) pieces.push({ text: tidy(text.slice(at, start)), isHit: false });
    pieces.push({ text: tidy(text.slice(start, end)), isHit: true });
    at = end;
  }
  if (at < window.end) pieces.push({ text: tidy(text.slice(at, window.end)), isHit: false });
  return pieces;
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ');
