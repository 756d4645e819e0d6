import type { AnyStatement, Arguments, Sql, Statement, StatementScope } from './sql.ts';
import type { ParamsOf, RowOf, SqlFields } from './types.ts';

export interface StatementDefinition<Params extends SqlFields, Row extends SqlFields> {
  /** Makes it a prepared statement: for texts without variants that run often. */
  readonly name?: string | undefined;
  /** SQL in lower case with named parameters: `$companyId`, `$userId`. */
  readonly text: string;
  readonly params?: Params;
  /** The columns that the statement answers, by their names. */
  readonly row?: Row;
  /** The statement writes audit entries, and answers what their seals cover. */
  readonly writesAudit?: true | undefined;
  /** The parameter with the ids of the rows that it locks, where their table is copied on a distributed PostgreSQL. */
  readonly lockedRows?: (keyof Params & string) | 'companyId' | undefined;
}

type NoFields = Record<never, never>;

/** Every statement of the loaded modules and the examples of statement families; read by the test alone. */
export const declaredStatements: AnyStatement[] = [];

/**
 * Declares statements of a scope. Where a statement is all that a function of a repository does, `statement.list({…})`,
 * `find`, `get` and `run` declare it as that function: of the transaction, and of the statement's parameters.
 */
function declarationsOf<Scope extends StatementScope>(scope: Scope) {
  type Definition<Params extends SqlFields, Row extends SqlFields> = StatementDefinition<Params, Row>;
  const declareOne = <Params extends SqlFields = NoFields, Row extends SqlFields = NoFields>(
    definition: Definition<Params, Row>,
  ): Statement<ParamsOf<Params>, RowOf<Row>, Scope> => declare(compile(definition, scope));
  return Object.assign(declareOne, {
    /** All rows. */
    list<Row extends SqlFields, Params extends SqlFields = NoFields>(definition: Definition<Params, Row>) {
      const one = declareOne(definition);
      return (tx: Sql<Scope>, ...params: Arguments<ParamsOf<Params>>) => tx.list(one, ...params);
    },
    /** The first row, or undefined where there is none. */
    find<Row extends SqlFields, Params extends SqlFields = NoFields>(definition: Definition<Params, Row>) {
      const one = declareOne(definition);
      return (tx: Sql<Scope>, ...params: Arguments<ParamsOf<Params>>) => tx.find(one, ...params);
    },
    /** The first row of a statement that always answers one. */
    get<Row extends SqlFields, Params extends SqlFields = NoFields>(definition: Definition<Params, Row>) {
      const one = declareOne(definition);
      return (tx: Sql<Scope>, ...params: Arguments<ParamsOf<Params>>) => tx.get(one, ...params);
    },
    /** Nothing. */
    run<Params extends SqlFields = NoFields>(definition: Definition<Params, NoFields>) {
      const one = declareOne(definition);
      return async (tx: Sql<Scope>, ...params: Arguments<ParamsOf<Params>>) => void (await tx.run(one, ...params));
    },
  });
}

/** Declares a statement on the rows of one company. The transaction binds `$companyId`. */
export const statement = declarationsOf('company');

/**
 * Declares a statement that belongs to no company, reads across companies as the system role, or takes the company as a
 * parameter because both roles run it.
 */
export const systemStatement = declarationsOf('any');

/**
 * Declares statements whose text depends on an input, such as the filters of a list.
 * @param examples inputs that together reach every part of the text; the test describes the statement of each
 */
export function statementFamily<Input, Params extends SqlFields, Row extends SqlFields>(
  build: (input: Input) => StatementDefinition<Params, Row>,
  examples: readonly Input[],
): (input: Input) => Statement<ParamsOf<Params>, RowOf<Row>, 'company'> {
  examples.forEach((example) => declare(compile(build(example), 'company')));
  return (input) => compile(build(input), 'company');
}

function declare<Declared extends AnyStatement>(declared: Declared): Declared {
  declaredStatements.push(declared);
  return declared;
}

const namedParameter = /\$([a-z]\w*)/gi;

/** Numbers the named parameters in the order of their first use. */
function compile<Params extends SqlFields, Row extends SqlFields, Scope extends StatementScope>(
  { name, text, params, row, writesAudit, lockedRows }: StatementDefinition<Params, Row>,
  scope: Scope,
): Statement<ParamsOf<Params>, RowOf<Row>, Scope> {
  const order = [...new Set([...text.matchAll(namedParameter)].map(([, parameter = '']) => parameter))];
  return {
    scope,
    name,
    text: text.replaceAll(namedParameter, (_, parameter: string) => `$${order.indexOf(parameter) + 1}`),
    order,
    params: params ?? {},
    row: row ?? {},
    writesAudit,
    lockedRows,
  };
}
