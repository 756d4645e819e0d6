import type * as z from 'zod';
import type { AuditFilter } from '#contract/audit/audit.ts';
import { can, type Capability } from '#contract/capabilities.ts';
import type {
  ConversationsFilter,
  RequestsFilter,
  TopUsersFilter,
  UsageFilter,
} from '#contract/exports/export-filters.ts';
import type { Actor } from '../../lib/request/actor.ts';
import type { RowSet } from '../../lib/row-file.ts';
import type { CompanySnapshot } from '../../sql/sql.ts';

/** The filter of each kind of rows. */
export interface RowQueries {
  readonly conversations: z.infer<typeof ConversationsFilter>;
  readonly messages: z.infer<typeof ConversationsFilter>;
  readonly usage: z.infer<typeof UsageFilter>;
  readonly requests: z.infer<typeof RequestsFilter>;
  readonly invoices: object;
  readonly topUsers: z.infer<typeof TopUsersFilter>;
  readonly audit: AuditFilter;
}

export type RowKind = keyof RowQueries;

interface RowScope {
  readonly now: Date;
  /** Up to which rows are counted, because more are not read; undefined for all. */
  readonly most: number | undefined;
}

/** Finds the rows of a filter that an actor may see; they are read while the snapshot is open. */
type OpenRows<Query> = (snapshot: CompanySnapshot, actor: Actor, query: Query, scope: RowScope) => Promise<RowSet>;

/** The features whose rows are taken along. */
export type RowSources = { readonly [Kind in RowKind]: OpenRows<RowQueries[Kind]> };

interface RowKindFacts {
  /** Capabilities on which the rows depend; without `needed` there are none. */
  readonly capabilities: readonly Capability[];
  readonly needed: Capability | undefined;
  /** The record of its audit entry, whose action is `kind.export`. */
  readonly entity: string;
  readonly label: string;
  /** Whether its texts are masked by the settings of the company. */
  readonly isMasked: boolean;
  /** The start of the name of its file. */
  readonly fileName: string;
}

const transcripts = ['transcripts.read-own', 'transcripts.read-all', 'analytics.include-technical-users'] as const;

export const rowKinds: { readonly [Kind in RowKind]: RowKindFacts } = {
  conversations: {
    needed: 'transcripts.read-own',
    capabilities: [...transcripts, 'logs.see-api-calls'],
    entity: 'conversation',
    label: 'Conversations',
    isMasked: true,
    fileName: 'conversations',
  },
  messages: {
    needed: 'transcripts.read-own',
    capabilities: transcripts,
    entity: 'conversation',
    label: 'Messages',
    isMasked: true,
    fileName: 'messages',
  },
  usage: {
    needed: 'billing.read',
    capabilities: [],
    entity: 'company',
    label: 'Usage',
    isMasked: false,
    fileName: 'usage',
  },
  requests: {
    needed: 'billing.read',
    capabilities: transcripts,
    entity: 'company',
    label: 'Billed requests',
    isMasked: true,
    fileName: 'requests',
  },
  invoices: {
    needed: 'billing.read',
    capabilities: [],
    entity: 'invoice',
    label: 'Invoices',
    isMasked: false,
    fileName: 'invoices',
  },
  topUsers: {
    needed: undefined,
    capabilities: ['analytics.include-technical-users'],
    entity: 'company',
    label: 'Top users',
    isMasked: true,
    fileName: 'top-users',
  },
  audit: {
    needed: 'audit.read',
    capabilities: ['company.read', 'company.see-vat-number'],
    entity: 'auditLog',
    label: 'Audit log',
    isMasked: false,
    fileName: 'audit-log',
  },
};

/** The rights that the rows of a kind follow from, of those that an actor holds, and the one that it needs. */
export function listRights(actor: Actor, kind: RowKind): Capability[] {
  const { needed, capabilities } = rowKinds[kind];
  const held = capabilities.filter((capability) => can(actor, capability));
  return needed ? [needed, ...held] : held;
}
