import type { BeforeStatement } from '../connection/run-statements.ts';
import type { AnyStatement } from '../../sql/sql.ts';
import { findCopiedUse } from './copied-rows.ts';
import { listPlaced } from '../tables/tables.ts';

/** Functions of the database that take the ledger lock; a test compares them with the catalogue. */
export const ledgerFunctions = ['renew_reservation', 'reserve_budget'] as const;

/** Any number, the same in every version: the ledger lock of a company is this with its id. */
export const ledgerKey = 7_283_914_005;

const callsLedger = new RegExp(`\\b(?:${ledgerFunctions.join('|')})\\(`);
const fromShard = new RegExp(`\\bfrom (?:${listPlaced('shard').join('|')})\\b`);
const writesLedger =
  /\b(?:insert into|update|delete from) (?:usage_events|matched_usage_events|usage_daily|usage_monthly|usage_by_key|usage_by_person|usage_rounded|usage_models|budget_reservations)\b/;

const inserts = new RegExp(`\\binsert into (?:${listPlaced('shard').join('|')})\\b[^]*\\bselect\\b`);
const answers = /\b(?:returning|on conflict)\b/;

/**
 * Whether Citus would send what it selects as a COPY, which row-level security refuses: rows that are not of the company's shard, of
 * which nothing is answered.
 */
export const isSentAsCopy = (text: string): boolean =>
  inserts.test(text) && !answers.test(text) && !fromShard.test(text);

/** Whether it takes the ledger lock on the server that it is sent to. What reads a table of the company, Citus sends to its server. */
const locksHere = (text: string) =>
  callsLedger.test(text) || (text.includes(String(ledgerKey)) && !fromShard.test(text));

/** Functions of these schemas too: they read tables there; and sequences, which a shard has for defaults alone. */
const ofCoordinator = new RegExp(
  `\\bnextval\\(|\\b(?:identity|pgboss)\\.|\\b(?:from|join|into|update) (?:public\\.)?(?:${listPlaced('coordinator').join('|')})\\b`,
);

/** Whether it names what is on the coordinator alone. */
export const namesCoordinator = (text: string): boolean => ofCoordinator.test(text);

interface Placing {
  /** Whether it belongs under the ledger lock. */
  readonly isLedger: boolean;
  readonly isCopy: boolean;
  readonly isRead: boolean;
  readonly isShard: boolean;
}

const known = new Map<string, Placing>();

function findPlacing({ text, scope }: AnyStatement): Placing {
  const found = known.get(text);
  if (found) return found;
  const isRead = !namesCoordinator(text);
  const placing = {
    isRead,
    isShard: isRead && findCopiedUse(text) !== 'changes',
    // Tests make rows of the ledger as they need them.
    isLedger: locksHere(text) || (scope === 'company' && writesLedger.test(text)),
    isCopy: scope === 'company' && isSentAsCopy(text),
  };
  known.set(text, placing);
  return placing;
}

/*
 * On a distributed PostgreSQL both would be refused, or worse: two transactions would hold the ledger lock of one company on
 * two servers. So a plain one refuses them too, where the tests of every change see it.
 */

/** @throws Error for a statement that reads what a shard does not have */
export const allowToRead: BeforeStatement = (statement) => {
  if (findPlacing(statement).isRead) return toSent(statement);
  throw new Error(`What is on the coordinator alone is read by inCompany: ${statement.text}`);
};

/** @throws Error for a statement that is not to run in the shard of a company */
export const allowUnderLedger: BeforeStatement = (statement) => {
  if (findPlacing(statement).isShard) return toSent(statement);
  throw new Error(`What is not in the shard of a company is written by inCompany: ${statement.text}`);
};

/** @throws Error for a statement that is not to run in the shard of a company, or belongs under the ledger lock */
export const allowInShard: BeforeStatement = (statement, values) => {
  refuseLedger(statement);
  return allowUnderLedger(statement, values);
};

/** @throws Error for a statement that belongs under the ledger lock, or that Citus would send as a COPY */
export const allowOutsideShard: BeforeStatement = (statement) => {
  refuseLedger(statement);
  if (!findPlacing(statement).isCopy) return toSent(statement);
  throw new Error(
    `Rows that are selected are inserted with RETURNING, or in the shard of a company: ${statement.text}`,
  );
};

function refuseLedger(statement: AnyStatement) {
  if (!findPlacing(statement).isLedger) return;
  throw new Error(`The ledger is locked and written in the shard of a company, by withLedger: ${statement.text}`);
}

const toSent = ({ text }: AnyStatement) => ({ text, sent: [] });
