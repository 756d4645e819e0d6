import { can, type Capability } from '#contract/capabilities.ts';
import type { Actor } from './actor.ts';
import { Problem } from './problem.ts';

interface Portal {
  /** Finds an actor as it is now; undefined where it is deactivated or its session has ended. */
  readonly findActorNow: (actor: Actor) => Promise<Actor | undefined>;
  readonly clock: { now(): Date };
}

/** The reader of a download, and what it may see of it. */
export interface Reading {
  readonly actor: Actor;
  readonly capabilities: readonly Capability[];
  /** Whether the bytes are masked by the company's settings. */
  readonly isMasked: boolean;
  /** Confirms that what is sent may still be read. */
  readonly confirmFile?: () => Promise<unknown>;
}

/** How old the answer may be that the person may still read what is sent. */
const confirmedMs = 5000;

/**
 * Confirms, while a file is sent, that its person is still signed in and sees the same as when it began: as a live stream does,
 * though the identity token may end before a long download.
 * @returns what throws Problem `access.refused` where that is no longer so
 */
export function createConfirmReader(
  { findActorNow, clock }: Portal,
  { actor, capabilities, isMasked, confirmFile = async () => undefined }: Reading,
): () => Promise<void> {
  const masking = JSON.stringify(actor.masking);
  let confirmedAt = clock.now().getTime();
  return async () => {
    if (clock.now().getTime() - confirmedAt < confirmedMs) return;
    const now = await findActorNow(actor);
    const isMaskedAlike = !isMasked || JSON.stringify(now?.masking) === masking;
    if (!now || !isMaskedAlike || !capabilities.every((each) => can(now, each)))
      throw new Problem('access.refused', { detail: 'deactivated, signed out, or with other rights meanwhile' });
    await confirmFile();
    confirmedAt = clock.now().getTime();
  };
}
