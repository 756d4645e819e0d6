import type { Uses } from '../../portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { rowKinds, type RowKind } from '#contract/exports/row-kinds.ts';
import { listRights } from './row-sources.ts';

/** Finds an actor as it is now; undefined where it is deactivated or its session has ended. */
export type FindActorNow = (actor: Actor) => Promise<Actor | undefined>;

interface Reading {
  readonly actor: Actor;
  readonly kind: RowKind;
  /** Confirms that a prepared file may still be read. */
  readonly confirmFile?: () => Promise<unknown>;
}

/** How old the answer may be that the person may still read what is sent. */
const confirmedMs = 5000;

/**
 * Confirms, while rows are sent, that their person is still signed in and sees the same as when they were found: as a live stream
 * does, though the identity token may end before a long download.
 * @returns what throws Problem `access.refused` where that is no longer so
 */
export function createConfirmReader(
  { findActorNow, clock }: Uses<'findActorNow' | 'clock'>,
  { actor, kind, confirmFile = async () => undefined }: Reading,
): () => Promise<void> {
  const masking = JSON.stringify(actor.masking);
  let confirmedAt = clock.now().getTime();
  return async () => {
    if (clock.now().getTime() - confirmedAt < confirmedMs) return;
    const now = await findActorNow(actor);
    const isMaskedAlike = !rowKinds[kind].isMasked || JSON.stringify(now?.masking) === masking;
    if (!now || !isMaskedAlike || !listRights(actor, kind).every((each) => can(now, each)))
      throw new Problem('access.refused', { detail: 'deactivated, signed out, or with other rights meanwhile' });
    await confirmFile();
    confirmedAt = clock.now().getTime();
  };
}
