import type { Statement, StatementScope } from './statement.ts';

/** The parameters of a statement, or nothing where it has none. */
type Arguments<Params> = Record<never, never> extends Params ? [params?: Params] : [params: Params];

/**
 * Runs statements: a pool, or a transaction. Errors of PostgreSQL are thrown as they are; a lost connection is a
 * DatabaseUnavailable.
 */
export interface Sql<Scope extends StatementScope = 'any'> {
  /** All rows. */
  list<Params, Row>(statement: Statement<Params, Row, Scope>, ...params: Arguments<Params>): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  find<Params, Row>(statement: Statement<Params, Row, Scope>, ...params: Arguments<Params>): Promise<Row | undefined>;
  /** The first row of a statement that always answers one. @throws Error where there is none */
  get<Params, Row>(statement: Statement<Params, Row, Scope>, ...params: Arguments<Params>): Promise<Row>;
  /** Answers how many rows the statement wrote, locked or read. */
  run<Params, Row>(statement: Statement<Params, Row, Scope>, ...params: Arguments<Params>): Promise<number>;
}

/** A transaction of the system role, across companies. */
export type SystemTransaction = Sql;

/**
 * A transaction of the application role, bound to one company: it sees and writes the rows of that company only, and binds
 * `$companyId` in its statements.
 */
export interface CompanyTransaction extends Sql<StatementScope> {
  readonly companyId: string;
}
