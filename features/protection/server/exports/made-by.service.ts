import { can } from '#contract/capabilities.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { getRowKind, rowKinds, type RowKind } from '#features/protection/contract/row-kinds.ts';
import { listUserNumbers, type MadeBy } from './made-by.repository.ts';

/** @throws Problem `access.refused` where the actor may not read rows of this kind, `exports.at-home` where not in the company acted in */
export function allowKind(actor: Actor, kind: RowKind): void {
  const { needed, isOfProvider = false } = getRowKind(kind);
  if (needed && !can(actor, needed)) throw new Problem('access.refused', { detail: `needs ${needed}` });
  if (isOfProvider && actor.actsFrom !== null) throw new Problem('exports.at-home');
}

/** Gets the rights of an actor on which the rows of a kind depend. */
export async function getMadeBy(tx: CompanyTransaction, actor: Actor, kind: RowKind): Promise<MadeBy> {
  const { needed, capabilities } = rowKinds[kind];
  const isOfOwn = capabilities.some((each) => each === 'transcripts.read-own') && !can(actor, 'transcripts.read-all');
  const numbers = isOfOwn ? (await listUserNumbers(tx, { userId: actor.userId })).map(({ number }) => number) : null;
  return {
    capabilities: [...new Set(needed ? [needed, ...capabilities] : capabilities)].filter((each) => can(actor, each)),
    masking: actor.masking,
    userNumbers: numbers,
  };
}

/**
 * Whether an actor may see all that a file holds: every right that it was made by is still held, what was shown is not masked
 * now, and the transcripts of its reported users may be read.
 */
export function isPermitted(made: MadeBy, now: MadeBy, kind: RowKind): boolean {
  const { userNumbers } = now;
  return (
    made.capabilities.every((each) => now.capabilities.includes(each)) &&
    (!rowKinds[kind].isMasked || isMaskedAlike(made.masking, now.masking)) &&
    (userNumbers === null || (made.userNumbers?.every((number) => userNumbers.includes(number)) ?? false))
  );
}

const isMaskedAlike = (made: MadeBy['masking'], now: MadeBy['masking']): boolean =>
  made.shown.every((kind) => now.shown.includes(kind)) &&
  now.patterns.every(({ pattern }) => made.patterns.some((each) => each.pattern === pattern));
