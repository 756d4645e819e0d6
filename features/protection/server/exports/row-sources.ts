import { can, type Capability } from '#contract/capabilities.ts';
import type { RowFilter } from '#features/protection/contract/export-filters.ts';
import { rowKinds, type RowKind } from '#features/protection/contract/row-kinds.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { RowSet } from '#server/lib/row-file.ts';
import type { CompanySnapshot } from '#server/sql/sql.ts';

interface RowScope {
  readonly now: Date;
  /** Up to which rows are counted, because more are not read; undefined for all. */
  readonly most: number | undefined;
}

/** Finds the rows of a filter that an actor may see; they are read while the snapshot is open. */
type OpenRows<Filter> = (snapshot: CompanySnapshot, actor: Actor, filter: Filter, scope: RowScope) => Promise<RowSet>;

/** How the rows of each kind are read. */
export type RowSources = { readonly [Kind in RowKind]: OpenRows<RowFilter<Kind>> };

/** The rights that the rows of a kind follow from, of those that an actor holds, and the one that it needs. */
export function listRights(actor: Actor, kind: RowKind): Capability[] {
  const { needed, capabilities } = rowKinds[kind];
  const held = capabilities.filter((capability) => can(actor, capability));
  return needed ? [needed, ...held] : held;
}
