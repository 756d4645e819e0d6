import type pg from 'pg';
import { isUuid } from '#contract/uuid.ts';
import type { CompanySnapshot, CompanyTransaction } from '../sql/sql.ts';
import type { AuditChain } from './audit-chain/audit-chain.ts';
import { DatabaseUnavailable } from './connection/errors.ts';
import { runRead } from './connection/read-transaction.ts';
import {
  createCompanySql,
  type BeforeStatement,
  type BoundCompany,
  type OnAudit,
  type Queryable,
} from './connection/run-statements.ts';
import { defaultStatementMs, openSnapshot } from './connection/snapshot.ts';
import { runTransaction } from './connection/transactions.ts';
import { createCopiedLocks } from './distribution/copied-rows.ts';
import {
  allowInShard,
  allowOutsideShard,
  allowToRead,
  allowUnderLedger,
  ledgerKey,
} from './distribution/placed-statements.ts';
import { isShardMoved, type Shard, type ShardDirectory } from './distribution/shard-directory.ts';
import { functionSchema } from './distribution/shard-functions.sql.ts';

type Work<T> = (tx: CompanyTransaction) => Promise<T>;

interface Options {
  readonly appPool: pg.Pool;
  readonly directory: ShardDirectory;
  readonly chain: AuditChain;
  /** @throws DatabaseUnavailable until the database is prepared */
  readonly allowUse: () => void;
}

/** The transactions of companies, as `Database` describes them: the one place that chooses where they run. */
export function createCompanyTransactions({ appPool, directory, chain, allowUse }: Options) {
  const write = async <T>(companyId: string, work: Work<T>): Promise<T> => {
    allowUse();
    const options = toCompanyOptions({ companyId }, { chain, before: allowOutsideShard });
    if (!directory.isUsed()) return runTransaction(appPool, options, work);
    const toTransaction = (connection: Queryable, onAudit: OnAudit) => {
      const lockCopied = createCopiedLocks(connection);
      const before: BeforeStatement = (statement, values) => {
        allowOutsideShard(statement, values);
        return lockCopied(statement, values);
      };
      return createCompanySql(connection, { companyId }, onAudit, before);
    };
    // Citus passes the whole string in which a SET LOCAL is on to the workers.
    const opening = ['begin', bindingFor({ companyId })];
    return runTransaction(appPool, { ...options, opening, toTransaction }, work);
  };
  const ownShard = async <T>(
    companyId: string,
    run: (pool: pg.Pool, bound: BoundCompany) => Promise<T>,
  ): Promise<T> => {
    allowUse();
    return inShard(directory, companyId, (shard) => run(shard?.pool ?? appPool, { companyId, shard: shard?.number }));
  };
  const read = <T>(companyId: string, work: Work<T>): Promise<T> =>
    ownShard(companyId, (pool, bound) => runRead(pool, toRead(bound), (toTx) => work(toTx(allowToRead))));
  const readBoth = async <Rows, Rest>(companyId: string, rows: Work<Rows>, rest: Work<Rest>): Promise<[Rows, Rest]> => {
    allowUse();
    const outside = toRead({ companyId });
    if (!directory.isUsed()) {
      return runRead(appPool, outside, (toTx) => Promise.all([rows(toTx(allowToRead)), rest(toTx(allowOutsideShard))]));
    }
    return Promise.all([read(companyId, rows), runRead(appPool, outside, (toTx) => rest(toTx(allowOutsideShard)))]);
  };
  const snapshot = (companyId: string, statementMs = defaultStatementMs): Promise<CompanySnapshot> =>
    ownShard(companyId, (pool, bound) => {
      const opening = `begin isolation level repeatable read, read only; ${bindingFor(bound)}`;
      return openSnapshot(pool, { opening, before: allowToRead, statementMs, ...bound });
    });
  const shard = <T>(companyId: string, work: Work<T>): Promise<T> =>
    ownShard(companyId, (pool, bound) =>
      runTransaction(pool, toCompanyOptions(bound, { chain, before: allowInShard }), work),
    );
  const withLedger = <T>(companyId: string, work: Work<T>): Promise<T> =>
    ownShard(companyId, (pool, bound) =>
      runTransaction(pool, toLedgerOptions(bound, { chain, before: allowUnderLedger }), work),
    );
  return { inCompany: Object.assign(write, { read, readBoth, snapshot, shard }), withLedger };
}

const toRead = (bound: BoundCompany) => ({
  ...bound,
  opening: `begin read only; ${bindingFor(bound)}`,
});

interface Opening {
  readonly chain: AuditChain;
  readonly before: BeforeStatement;
}

function toCompanyOptions(bound: BoundCompany, { chain, before }: Opening) {
  return {
    name: 'company transaction',
    opening: [`begin; ${bindingFor(bound)}`],
    toTransaction: (connection: Queryable, onAudit: OnAudit) => createCompanySql(connection, bound, onAudit, before),
    chain,
  };
}

function toLedgerOptions(bound: BoundCompany, parts: Opening) {
  const { opening, ...options } = toCompanyOptions(bound, parts);
  return { ...options, opening: opening.map((statements) => `${statements}; ${lockLedger(bound)}`) };
}

/** The functions of `ledgerFunctions` take the same lock. */
const lockLedger = ({ companyId }: BoundCompany) =>
  `select pg_advisory_xact_lock(hashtextextended(('${companyId}'::uuid)::text, ${ledgerKey}))`;

/** The statement SET, not set_config(): on a distributed PostgreSQL only the statement reaches the workers. */
function bindingFor({ companyId, shard }: BoundCompany) {
  if (!isUuid(companyId)) throw new Error('A company is bound by its id, a UUID.');
  const bind = `set local app.company_id = '${companyId}'`;
  return shard === undefined ? bind : `${bind}; select ${functionSchema}.open_shard(${Number(shard)})`;
}

/** Runs `work` in the shard of the company; once more where the shard has moved, because nothing was written then. */
async function inShard<T>(
  directory: ShardDirectory,
  companyId: string,
  work: (shard: Shard | undefined) => Promise<T>,
): Promise<T> {
  const shard = await directory.find(companyId);
  try {
    return await work(shard);
  } catch (error) {
    // A server that does not answer may have been replaced by its standby.
    const isGone = error instanceof DatabaseUnavailable && error.reason === 'unreachable';
    if (isShardMoved(error) || isGone) directory.forget(companyId);
    if (!isShardMoved(error)) throw error;
    return work(await directory.find(companyId));
  }
}
