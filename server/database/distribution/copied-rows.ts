import type { BeforeStatement, Queryable } from '../connection/run-statements.ts';
import { listPlaced } from '../tables/tables.ts';

/*
 * Locks of copied tables on the coordinator of a distributed PostgreSQL. Citus locks a whole copied table there, over all
 * companies, for each of its writes and for each row that is locked in it, and raises the lock within a transaction: two
 * such transactions at once block each other until one is aborted. So the portal orders them before Citus does:
 *
 * 1. A row is locked by an advisory lock of its id, as PostgreSQL would lock the row, and is no lock of Citus.
 * 2. Then, before the first write or other lock of any copied table, the transaction waits for its turn: one advisory lock
 *    for all companies, held until its end.
 */

/** Any number, the same in every version. */
const turnKey = 7_283_914_008;
const rowKey = 7_283_914_009;

const takeTurn = `select pg_advisory_xact_lock(${turnKey})`;

const lockRows = (mode: '_shared' | '') =>
  `select pg_advisory_xact_lock${mode}(hashtextextended(id::text, ${rowKey})) from unnest($1::uuid[]) id order by id`;

const tables = `(?:public\\.)?(?:${listPlaced('copied').join('|')})\\b`;
const writing = new RegExp(`\\b(?:insert into|update|delete from) ${tables}`);
const reading = new RegExp(`\\b(?:from|join) ${tables}`);
const locking = /\bfor (?:no key )?update\b/;
const sharing = /\bfor (?:key )?share\b/;
const rowLock = /\s+for (?:(?:no key )?update|(?:key )?share)(?: of \w+)?\s*$/;

/** Effect of a statement on copied tables beside reading: none, shared row locks, or changes and exclusive locks. */
export type CopiedUse = 'none' | 'shares' | 'changes';

const uses = new Map<string, CopiedUse>();

/** Reads the text of a statement, once for each. */
export function findCopiedUse(text: string): CopiedUse {
  const known = uses.get(text);
  if (known) return known;
  let use: CopiedUse = 'none';
  if (writing.test(text) || (reading.test(text) && locking.test(text))) use = 'changes';
  else if (reading.test(text) && sharing.test(text)) use = 'shares';
  uses.set(text, use);
  return use;
}

/** For one transaction on the coordinator. */
export function createCopiedLocks(connection: Queryable): BeforeStatement {
  let hasTurn = false;
  return ({ text, lockedRows }, values) => {
    const use = findCopiedUse(text);
    if (use === 'none') return { text, sent: [] };
    if (lockedRows !== undefined) {
      const ids = [values[lockedRows]].flat();
      const locked = connection.query(lockRows(use === 'shares' ? '_shared' : ''), [ids]);
      return { text: text.replace(rowLock, ''), sent: [locked] };
    }
    if (hasTurn) return { text, sent: [] };
    hasTurn = true;
    return { text, sent: [connection.query(takeTurn)] };
  };
}

/** Waits until no other transaction changes a copied table; for the owner's own transactions on a distributed PostgreSQL. */
export async function takeCopiedTurn(connection: Queryable): Promise<void> {
  await connection.query(takeTurn);
}
