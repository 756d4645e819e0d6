import type pg from 'pg';
import type { SealedFields } from '../../lib/crypto/audit-seal.ts';
import { traceStep } from '../../lib/tracing/spans.ts';
import type { AnyStatement, CompanyTransaction, Sql } from '../../sql/sql.ts';
import { toDatabaseError } from './errors.ts';

/** The query method that a connection, a pool and the handle of a transaction share. */
export type Queryable = Pick<pg.PoolClient, 'query'>;

/** Takes the audit entries that a statement wrote. */
export type OnAudit = (fields: SealedFields) => void;

const ofDatabase = { isCall: true, facts: { 'db.system.name': 'postgresql' } } as const;

/** The verb and the first table of a statement, such as `update users`: its name in a trace. Not `from e.at` of an extract. */
function toSummary(text: string): string {
  const [, table = ''] = /\b(?:from|into|update) ((?:[a-z_]{2,}\.)?[a-z_]+)\b(?!\.)/.exec(text) ?? [];
  const [verb = ''] = /\b(?:insert|update|delete|select)\b/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}

const refuseAudit: OnAudit = () => {
  throw new Error('Audit entries are written in a transaction, which seals them.');
};

/**
 * Sends what a statement needs before it, in the same transaction. `text`: what to send for the statement itself. `sent`: its
 * answers; the connection keeps the order.
 */
export type BeforeStatement = (
  statement: AnyStatement,
  values: Readonly<Record<string, unknown>>,
) => { readonly text: string; readonly sent: ReadonlyArray<Promise<unknown>> };

/** Runs declared statements on a connection or a pool. */
export function createSql(connection: Queryable, onAudit?: OnAudit, before?: BeforeStatement): Sql {
  return createRunner(connection, { bound: {}, before }, onAudit);
}

/** Runs declared statements in a transaction that is bound to a company. */
export function createCompanySql(
  connection: Queryable,
  { companyId, shard }: BoundCompany,
  onAudit?: OnAudit,
  before?: BeforeStatement,
): CompanyTransaction {
  return { companyId, ...createRunner(connection, { bound: { companyId }, shard, before }, onAudit) };
}

/** Company that a transaction is bound to. */
export interface BoundCompany {
  readonly companyId: string;
  /** The number of its shard, where the transaction is inside it. */
  readonly shard?: number | undefined;
}

/** The values of a statement's parameters, in the order of their numbers. */
export function toValues({ order, text }: AnyStatement, given: Readonly<Record<string, unknown>>): unknown[] {
  return order.map((parameter) => {
    if (given[parameter] === undefined) throw new Error(`The parameter ${parameter} is missing for: ${text}`);
    return given[parameter];
  });
}

interface RunnerOptions {
  readonly bound: Readonly<Record<string, unknown>>;
  readonly shard?: number | undefined;
  readonly before: BeforeStatement | undefined;
}

const isRejected = (settled: PromiseSettledResult<unknown>) => settled.status === 'rejected';

const sendAlone: BeforeStatement = ({ text }) => ({ text, sent: [] });

function createRunner(
  connection: Queryable,
  { bound, shard, before = sendAlone }: RunnerOptions,
  onAudit = refuseAudit,
) {
  // PostgreSQL throws the plan of a prepared statement away where it finds other tables under the same names.
  const toName = (name: string) => (shard === undefined ? name : `${name} ${shard}`);
  const send = async (statement: AnyStatement, params: unknown) => {
    const { name } = statement;
    const given = { ...(params as Readonly<Record<string, unknown>> | undefined), ...bound };
    const values = toValues(statement, given);
    if (statement.writesAudit && onAudit === refuseAudit) refuseAudit([]);
    const { text, sent } = before(statement, given);
    const asked = traceStep({ name: () => toSummary(text), ...ofDatabase }, () =>
      connection.query<{ fields: SealedFields }>({ text, values, ...(name !== undefined && { name: toName(name) }) }),
    );
    // The first error is the reason: what was sent after it fails only because the transaction is aborted.
    const first = await Promise.allSettled([...sent, asked]).then((all) => all.find(isRejected));
    if (first) throw toDatabaseError(first.reason);
    const answer = await asked;
    if (statement.writesAudit) for (const { fields } of answer.rows) onAudit(fields);
    return answer;
  };
  const list = async (statement: AnyStatement, params?: unknown) => (await send(statement, params)).rows as never[];
  const find = async (statement: AnyStatement, params?: unknown) => (await list(statement, params))[0];
  return {
    list,
    find,
    get: async (statement: AnyStatement, params?: unknown) => {
      const row = await find(statement, params);
      if (row === undefined) throw new Error(`No row was answered by: ${statement.text}`);
      return row;
    },
    run: async (statement: AnyStatement, params?: unknown) => (await send(statement, params)).rowCount ?? 0,
  };
}
