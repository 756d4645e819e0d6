import type { BeforeStatement } from '../connection/run-statements.ts';
import { findCopiedUse } from './copied-rows.ts';
import { listPlaced } from '../tables/tables.ts';

/** Functions of the database that take the ledger lock; a test compares them with the catalogue. */
export const ledgerFunctions = ['renew_reservation', 'reserve_budget'] as const;

const ledgerKey = /\b7283914005\b/;
const callsLedger = new RegExp(`\\b(?:${ledgerFunctions.join('|')})\\(`);
const fromShard = new RegExp(`\\bfrom (?:${listPlaced('shard').join('|')})\\b`);

/** Whether it takes the ledger lock on the server that it is sent to. What reads a table of the company, Citus sends to its server. */
const locksHere = (text: string) => callsLedger.test(text) || (ledgerKey.test(text) && !fromShard.test(text));

/** Functions of these schemas too: they read tables there. */
const ofCoordinator = new RegExp(
  `\\b(?:identity|pgboss)\\.|\\b(?:from|join|into|update) (?:public\\.)?(?:${listPlaced('coordinator').join('|')})\\b`,
);

/** Whether it names what is on the coordinator alone. */
export const namesCoordinator = (text: string): boolean => ofCoordinator.test(text);

interface Placing {
  readonly isLedger: boolean;
  readonly isRead: boolean;
  readonly isShard: boolean;
}

const known = new Map<string, Placing>();

function findPlacing(text: string): Placing {
  const found = known.get(text);
  if (found) return found;
  const isRead = !namesCoordinator(text);
  const placing = { isRead, isShard: isRead && findCopiedUse(text) !== 'changes', isLedger: locksHere(text) };
  known.set(text, placing);
  return placing;
}

/*
 * On a distributed PostgreSQL both would be refused, or worse: two transactions would hold the ledger lock of one company on
 * two servers. So a plain one refuses them too, where the tests of every change see it.
 */

/** @throws Error for a statement that reads what a shard does not have */
export const allowToRead: BeforeStatement = ({ text }) => {
  if (findPlacing(text).isRead) return { text, sent: [] };
  throw new Error(`What is on the coordinator alone is read by inCompany: ${text}`);
};

/** @throws Error for a statement that is not to run in the shard of a company */
export const allowInShard: BeforeStatement = ({ text }) => {
  if (findPlacing(text).isShard) return { text, sent: [] };
  throw new Error(`What is not in the shard of a company is written by inCompany: ${text}`);
};

/** @throws Error for a statement that is to run in the shard of a company alone */
export const allowOutsideShard: BeforeStatement = ({ text }) => {
  if (!findPlacing(text).isLedger) return { text, sent: [] };
  throw new Error(`The ledger lock is taken in the shard of a company, by withLedger: ${text}`);
};
