import * as z from 'zod';
import { Instant } from '#contract/fields.ts';

/** Likely content of an attribute that is not read, by its name. */
export const unreadKinds = ['conversation', 'person', 'skill', 'text'] as const;
export type UnreadKind = (typeof unreadKinds)[number];

/** The most names that are kept of a key: those that were seen last. */
export const maxUnreadNames = 50;

/** An attribute that an intake key reports and that is not read, although it looks like something that is. */
export const UnreadName = z.object({
  /** The name alone, never a value; a place in a list is `N`. */
  name: z.string(),
  kind: z.enum(unreadKinds),
  /** Whether no other attribute of its trace says it. */
  isMissed: z.boolean(),
  seenAt: Instant,
});
export type UnreadName = z.infer<typeof UnreadName>;
