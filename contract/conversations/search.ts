import * as z from 'zod';
import { Instant } from '../fields.ts';
import { findSearchFault, maxSearchLength } from './search-words.ts';

/** A blank search is none. */
export const Search = z
  .string()
  .max(maxSearchLength, { error: ({ input }) => findSearchFault(String(input)), abort: true })
  .refine((search) => findSearchFault(search) === undefined, { error: ({ input }) => findSearchFault(String(input)) });

/** A message in which words of the search stand, as its reader sees it. */
export const SearchHit = z.object({
  messageId: z.string(),
  isAssistant: z.boolean(),
  date: Instant,
  /** Pieces of its text around the words, in their order. */
  excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchState = z.object({
  /** There are more than 1,000, of which the newest are listed. */
  hasMore: z.boolean(),
  /** Words too common to be searched alone, which were left out. */
  ignored: z.array(z.string()),
  /** Messages that arrived since then are not found yet; null where all are. */
  indexedUntil: Instant.nullable(),
  /** Conversations that started before it are not found yet; null where all are. */
  indexedFrom: Instant.nullable(),
});
export type SearchState = z.infer<typeof SearchState>;
