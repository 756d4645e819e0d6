import type { LogQuery } from '#contract/analytics/analytics.ts';
import type { Capability } from '#contract/capabilities.ts';
import type { Actor } from '../../lib/request/actor.ts';
import type { RowSet } from '../../lib/row-file.ts';
import type { CompanySnapshot } from '../../sql/sql.ts';

/** Finds the rows of a filter that an actor may see; they are read while the snapshot is open. */
export type OpenRows<Query> = (snapshot: CompanySnapshot, actor: Actor, query: Query, now: Date) => Promise<RowSet>;

/** The filter of each kind of rows. */
export interface RowQueries {
  readonly conversations: LogQuery;
}

export type RowKind = keyof RowQueries;

/** The features whose rows are taken along. */
export type RowSources = { readonly [Kind in RowKind]: OpenRows<RowQueries[Kind]> };

interface RowKindFacts {
  /** What the rows follow from; the first one is needed. */
  readonly capabilities: readonly [Capability, ...Capability[]];
  /** The record of its audit entry, whose action is `kind.export`. */
  readonly entity: string;
  readonly label: string;
}

export const rowKinds: { readonly [Kind in RowKind]: RowKindFacts } = {
  conversations: {
    capabilities: [
      'transcripts.read-own',
      'transcripts.read-all',
      'logs.see-api-calls',
      'analytics.include-technical-users',
    ],
    entity: 'conversation',
    label: 'Conversations',
  },
};
