import pg from 'pg';
import { clientConfig } from './connection.ts';
import type { DatabaseLog } from './log.ts';
import { parseInstant } from './parse-instant.ts';
import { parseTexts, textArray } from './parse-texts.ts';

const sessionSettings = {
  /** In milliseconds. A request that needs longer is a fault, and holds a connection others wait for. */
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '20000',
  /** PostgreSQL compiles for seconds what runs for milliseconds: functions of the ledger forbid sequential scans by their cost. */
  jit: 'off',
};

/**
 * int8 as a number: counts and amounts in ten-thousandths of a euro stay far below 2^53. date as its text, because a Date
 * would take the server's time zone.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return String;
    if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return parseInstant;
    if (oid === textArray && format !== 'binary') return parseTexts;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Plans a named statement once for each connection: finding an actor takes 6 ms to plan and less than one to run.
 */
const plannedOnce = { plan_cache_mode: 'force_generic_plan' };

/**
 * Sets up a connection before its first use. Not by parameters of its start, which a pooler such as PgBouncer refuses, or drops without a
 * word.
 */
export const prepareSession =
  (settings: Readonly<Record<string, string>> = {}) =>
  async (client: pg.ClientBase): Promise<void> => {
    await client.query('select set_config(key, value, false) from json_each_text($1::json)', [
      JSON.stringify({ ...sessionSettings, ...settings }),
    ]);
  };

/**
 * Connections of one login role, kept open between requests.
 * @param size.searchPath schemas in which names without one are looked for; others are fine where they are missing
 * @param size.isPlannedOnce whether named statements find single rows by their keys, so that one plan fits all values
 */
export function openPool(
  url: string,
  name: string,
  size: { max: number; log: DatabaseLog; searchPath?: string; isPlannedOnce?: boolean },
): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(url, name),
    onConnect: prepareSession({
      ...(size.isPlannedOnce && plannedOnce),
      ...(size.searchPath !== undefined && { search_path: size.searchPath }),
    }),
    types: typeParsers,
    // Statements that need no answer of the one before go out at once.
    pipeline: true,
    max: size.max,
    idleTimeoutMillis: 15_000,
    maxLifetimeSeconds: 3600,
  });
  // A connection that is cut while it is lent out reports to its next query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // An idle connection that is cut is replaced by the next request.
  pool.on('error', () => size.log.info('an idle database connection was lost'));
  return pool;
}
