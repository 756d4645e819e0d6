import * as z from 'zod';
import { Id, Instant } from '#contract/fields.ts';

/** A browser in which the account is signed in. */
export const ListedSession = z.object({
  id: Id,
  /** By the user agent, such as `Firefox`; null where it names none that is known. */
  browser: z.string().nullable(),
  /** The operating system, such as `Windows`. */
  system: z.string().nullable(),
  /** The beginning of the network address of the last use, such as `203.0.113.*`. */
  network: z.string().nullable(),
  signedInAt: Instant,
  /** To five minutes. */
  lastUsedAt: Instant,
  /** Whether it is the session of this call. */
  isCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof ListedSession>;
