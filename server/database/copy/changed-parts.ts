import type pg from 'pg';
import type { DatabaseLog } from '../connection/log.ts';
import { withOwner } from './owner-connection.ts';
import { listTables, quoteName } from './catalogue.ts';

/** Rows that lie beside each other, as the end of a SELECT: a table or a partition, and which of its blocks. */
export type Part = string;

/** Blocks that lie no further apart are read with those between them. */
const gapBlocks = 16;
/** Parts of one statement. */
const maxParts = 200;

interface Marking {
  readonly stop: AbortSignal | undefined;
  readonly log: Pick<DatabaseLog, 'warn'>;
  /** Indexes are cleaned of what was deleted long before, without which its blocks get no mark. */
  readonly isFirst: boolean;
}

/**
 * Lets every block be marked whose rows all transactions see, as far as none is written meanwhile. Where it is not done, more blocks
 * are read.
 */
export async function markUnchanged(ownerUrl: string, { stop, log, isFirst }: Marking): Promise<void> {
  const vacuum = async (client: pg.Client) => {
    await client.query('set statement_timeout = 0; create extension if not exists pg_visibility');
    const names = (await listTables(client)).map(({ name }) => quoteName(name)).join(', ');
    const options = `index_cleanup ${isFirst ? 'on' : 'auto'}, truncate off, process_toast off, skip_locked`;
    await client.query(`vacuum (${options}) ${names}`);
  };
  await withOwner(ownerUrl, vacuum, stop).catch((error: unknown) => {
    stop?.throwIfAborted();
    log.warn({ err: error }, 'VACUUM failed, so that a move reads more while it denies writes');
  });
}

/**
 * The parts of a table in which rows may have been written since a snapshot that is still open: a block stays marked only while all
 * transactions see all of its rows, and the mark goes with a write's first change of it. VACUUM cannot set it again before
 * the snapshot ends. All blocks where the server does not say it.
 */
export async function listChangedParts(client: pg.ClientBase, table: string): Promise<Part[]> {
  const leaves = await client.query<{ name: string; isKnown: boolean }>(listLeaves, [quoteName(table)]);
  const parts: Part[] = [];
  for (const { name, isKnown } of leaves.rows) {
    if (!isKnown) parts.push(name);
    else
      for (const { from, to } of (await client.query<Range>(listRanges, [name])).rows)
        parts.push(toPart(name, from, to));
  }
  return parts;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

const toPart = (leaf: string, from: string, to: string): Part =>
  `${leaf} where ctid >= '(${from},0)' and ctid < '(${to},0)'`;

/** The server counts marks much faster than it lists them, and most partitions have all. */
const listLeaves = `
  with recursive tree as (
    select $1::regclass::oid as oid union all select i.inhrelid from pg_inherits i join tree t on i.inhparent = t.oid
  ), leaves as materialized (
    select c.oid::regclass as leaf from tree join pg_class c on c.oid = tree.oid and c.relkind = 'r'
  )
  select leaf::text as name, to_regprocedure('pg_visibility_map(regclass)') is not null as "isKnown" from leaves`;

const listRanges = `
  with open as materialized (
    select v.blkno from pg_visibility_map_summary($1::regclass) s
    cross join lateral pg_visibility_map(case
      when s.all_visible < pg_relation_size($1::regclass) / current_setting('block_size')::int then $1::regclass end) v
    where not v.all_visible
  ), steps as (
    select blkno, coalesce(blkno - lag(blkno) over (order by blkno) > ${gapBlocks}, true)::int as step from open
  ), islands as (select blkno, sum(step) over (order by blkno) as island from steps)
  select min(blkno)::text as from, (max(blkno) + 1)::text as to from islands group by island order by min(blkno)`;

/** Statements that read all parts, each part by `select`. */
export function readParts(parts: readonly Part[], select: string, condition?: string): string[] {
  const statements: string[] = [];
  for (let at = 0; at < parts.length; at += maxParts) {
    const some = parts.slice(at, at + maxParts).map((part) => {
      if (condition === undefined) return `select ${select} from ${part}`;
      return `select ${select} from ${part} ${part.includes(' where ') ? 'and' : 'where'} ${condition}`;
    });
    statements.push(some.join(' union all '));
  }
  return statements;
}
