import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withOwner } from '../copy/owner-connection.ts';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import { isDistributed } from './distribute.ts';

/** Checks after the reading that it was of one moment. */
export interface ReadSnapshot {
  /** @throws DatabaseRefused where rows may be missing, because a company was moved */
  check(): Promise<void>;
}

const waitLimitMs = 20_000;
const pauseMs = 50;

/**
 * Begins a reading transaction that sees the database as it is now; the owner's.
 *
 * A distributed PostgreSQL has no snapshot over its servers. So each begins its own while no transaction of several servers
 * can be committed, which takes milliseconds: of those each server shows all or nothing. What one server commits alone
 * belongs to one company or to the coordinator, and is in it or not.
 * @throws DatabaseRefused where transactions of several servers do not end
 */
export async function beginSnapshot(client: pg.Client, ownerUrl: string): Promise<ReadSnapshot> {
  const opening = 'begin isolation level repeatable read read only';
  if (!(await isDistributed(client))) {
    await client.query(opening);
    return { check: async () => undefined };
  }
  const places = await withOwner(ownerUrl, async (gate) => {
    await closeGate(gate);
    await client.query(opening);
    // One connection to each worker, which is opened here and read from until the end.
    await client.query(`set local citus.max_adaptive_executor_pool_size to 1`);
    await client.query('select count(*) from audit_heads');
    return readPlaces(gate);
  });
  const check = async () => {
    const now = await withOwner(ownerUrl, readPlaces);
    if (now !== places) throw new DatabaseRefused('Companies were moved to other servers meanwhile: try again.');
  };
  return { check };
}

/**
 * Locks like `citus_create_restore_point`: until the connection `gate` ends, no transaction of several servers commits
 * and no shard moves.
 */
async function closeGate(gate: pg.Client) {
  await gate.query('begin');
  await gate.query(`set local lock_timeout = ${waitLimitMs}`);
  try {
    await gate.query('lock table pg_dist_node, pg_dist_partition, pg_dist_transaction in exclusive mode');
  } catch (error) {
    if (findPostgresError(error)?.code === '55P03') throw toBusy(error);
    throw error;
  }
  // Those that the coordinator has committed reach the workers a little later.
  for (const startedAtMs = performance.now(); (await countPrepared(gate)) > 0; await sleep(pauseMs)) {
    if (performance.now() - startedAtMs > waitLimitMs) throw toBusy();
  }
}

const toBusy = (cause?: unknown) =>
  new DatabaseRefused('Transactions of several servers do not end: try again when less is going on.', { cause });

async function countPrepared(gate: pg.Client): Promise<number> {
  const { rows } = await gate.query<{ success: boolean; result: string }>(
    `select success, result from run_command_on_workers(
      'select count(*) from pg_prepared_xacts where database = current_database()')`,
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new DatabaseRefused(`A worker does not answer: ${failed.result}`);
  return rows.reduce((sum, { result }) => sum + Number(result), 0);
}

/** Which shard is on which server. */
async function readPlaces(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ places: string }>(
    `select string_agg(shardid || ':' || groupid, ' ' order by shardid, groupid) as places from pg_dist_placement`,
  );
  return rows[0]?.places ?? '';
}
