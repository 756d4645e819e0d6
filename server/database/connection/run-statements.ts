import type pg from 'pg';
import type { AnyStatement, CompanyTransaction, Sql } from '../../sql/sql.ts';
import { toDatabaseError } from './errors.ts';

/** What a connection, a pool and the handle of a transaction have in common. */
export type Queryable = Pick<pg.PoolClient, 'query'>;

/** Runs declared statements on a connection or a pool. */
export function createSql(connection: Queryable): Sql {
  return createRunner(connection, {});
}

/** Runs declared statements in a transaction that is bound to a company. */
export function createCompanySql(connection: Queryable, companyId: string): CompanyTransaction {
  return { companyId, ...createRunner(connection, { companyId }) };
}

function createRunner(connection: Queryable, bound: Readonly<Record<string, unknown>>) {
  const send = async (statement: AnyStatement, params: unknown) => {
    const { name, text, order } = statement;
    const given = { ...(params as Readonly<Record<string, unknown>> | undefined), ...bound };
    const values = order.map((parameter) => {
      if (given[parameter] === undefined) throw new Error(`The parameter ${parameter} is missing for: ${text}`);
      return given[parameter];
    });
    try {
      return await connection.query({ text, values, ...(name !== undefined && { name }) });
    } catch (error) {
      throw toDatabaseError(error);
    }
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
