import type { SqlFields } from './types.ts';

/** `company`: runs in a company's transaction, which binds `$companyId`. `any`: runs on every connection. */
export type StatementScope = 'company' | 'any';

/**
 * One SQL statement with the types of its parameters and of its rows. `server/database/statements.test.ts` describes each
 * on the migrated database and fails where a type differs, or where a statement reads a company's table without
 * `company_id = $companyId`.
 */
export interface Statement<Params, Row, Scope extends StatementScope = StatementScope> {
  readonly scope: Scope;
  /** A named statement is prepared once per connection. The same name always means the same text. */
  readonly name: string | undefined;
  /** With PostgreSQL's own parameters: `$1`, `$2` … */
  readonly text: string;
  /** Names of the parameters in the order of their numbers. */
  readonly order: readonly string[];
  readonly params: SqlFields;
  readonly row: SqlFields;
  /** Writes audit entries and answers them as `sealedFields`, which the transaction seals before its commit. */
  readonly writesAudit?: true | undefined;
  /** The parameter with the ids of the rows that the statement locks; see `database/distribution/copied-rows.ts`. */
  readonly lockedRows?: string | undefined;
  /** Carries the types for the compiler only; it has no value. */
  readonly types?: (params: Params) => Row;
}

export type AnyStatement = Statement<never, unknown>;

/** The parameters of a statement, or nothing where it has none. */
export type Arguments<Params> = Record<never, never> extends Params ? [params?: Params] : [params: Params];

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

/** Builds a page of rows. */
export interface RowPage<Row, Page> {
  /** Called for each row as it arrives: rows that wait for their page outlive V8's young space, and stay until the old is full. */
  add(row: Row): void;
  end(): Page;
}

export interface PageReading<Row, Page> {
  /** Rows of a page. */
  readonly pageRows: number;
  readonly startPage: () => RowPage<Row, Page>;
}

/** A transaction of one company that reads one moment, for as long as it is open. It holds a connection until it is closed. */
export interface CompanySnapshot extends CompanyTransaction {
  /**
   * The pages of a statement's rows, of which one is read ahead. One statement at a time, and nothing else while it is read.
   */
  readPages<Params, Row, Page>(
    statement: Statement<Params, Row>,
    params: Params,
    reading: PageReading<Row, Page>,
  ): AsyncGenerator<Page>;
  /** Cancels what runs and gives the connection back; a second time nothing happens. */
  close(): Promise<void>;
}
