import * as z from 'zod';
import { AuditFilter } from '../audit/audit.ts';
import { ConversationsFilter, InvoicesFilter, RequestsFilter, TopUsersFilter, UsageFilter } from './export-filters.ts';
import { Id, Instant } from '../fields.ts';
import { RowFormat } from './row-formats.ts';

const format = { format: RowFormat };

/** Contents of a file: a kind of rows with its filter. */
export const RowFileForm = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('conversations'), filter: ConversationsFilter, ...format }),
    z.strictObject({ kind: z.literal('messages'), filter: ConversationsFilter, ...format }),
    z.strictObject({ kind: z.literal('usage'), filter: UsageFilter, ...format }),
    z.strictObject({ kind: z.literal('requests'), filter: RequestsFilter, ...format }),
    z.strictObject({ kind: z.literal('invoices'), filter: InvoicesFilter, ...format }),
    z.strictObject({ kind: z.literal('topUsers'), filter: TopUsersFilter, ...format }),
    z.strictObject({ kind: z.literal('audit'), filter: AuditFilter, ...format }),
  ],
  { error: 'Choose what to download.' },
);
export type RowFileForm = z.infer<typeof RowFileForm>;

/** How a file is: `withdrawn` where something that it held was deleted, so that it was deleted too. */
export const rowFileStates = ['waiting', 'ready', 'failed', 'withdrawn'] as const;
/** Why a file failed: its owner lost a right, more rows or bytes than a file may have, or an error. */
export const rowFileFailures = ['right', 'too-large', 'error'] as const;

const count = z.int().min(0);

/** A file of rows, made in the background, that waits for the person who asked for it. */
export const RowFile = z.object({
  id: Id,
  kind: z.enum(['conversations', 'messages', 'usage', 'requests', 'invoices', 'topUsers', 'audit']),
  /** The requested filter; empty where the file is withdrawn. */
  filter: z.record(z.string(), z.unknown()),
  format: RowFormat,
  state: z.enum(rowFileStates),
  failure: z.enum(rowFileFailures).nullable(),
  requestedAt: Instant,
  /** When it is deleted. */
  expiresAt: Instant,
  /** Written so far. */
  rows: count,
  /** Null until they are counted. */
  total: count.nullable(),
  /** Null until it is ready. */
  bytes: count.nullable(),
});
export type RowFile = z.infer<typeof RowFile>;
