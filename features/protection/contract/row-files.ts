import * as z from 'zod';
import { taskFailures } from '#contract/tasks/task-kinds.ts';
import { Id, Instant } from '#contract/fields.ts';
import { exportFilters, type RowFilter } from './export-filters.ts';
import { RowFormat } from './row-formats.ts';
import { getRowKind, rowKindNames, type RowKind } from './row-kinds.ts';

/** Contents of a file: a kind of rows with its filter. */
export type RowFileForm = {
  [Kind in RowKind]: { kind: Kind; filter: RowFilter<Kind>; format: RowFormat };
}[RowKind];

const forms = rowKindNames.map((kind) =>
  z.strictObject({ kind: z.literal(kind), filter: exportFilters[getRowKind(kind).filter], format: RowFormat }),
);

export const RowFileForm = z.discriminatedUnion('kind', forms as never, {
  error: 'Choose what to download.',
}) as unknown as z.ZodType<RowFileForm, RowFileForm>;

/** How a file is: `withdrawn` where something that it held was deleted, so that it was deleted too. */
export const rowFileStates = ['waiting', 'ready', 'failed', 'withdrawn'] as const;

const count = z.int().min(0);

/** A file of rows, made in the background, that waits for the person who asked for it. */
export const RowFile = z.object({
  id: Id,
  kind: z.enum(rowKindNames),
  /** The requested filter; empty where the file is withdrawn. */
  filter: z.record(z.string(), z.unknown()),
  format: RowFormat,
  state: z.enum(rowFileStates),
  failure: z.enum(taskFailures).nullable(),
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
