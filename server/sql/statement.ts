import type { ParamsOf, RowOf, SqlFields } from './types.ts';

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
  /** Carries the types for the compiler only; it has no value. */
  readonly types?: (params: Params) => Row;
}

export type AnyStatement = Statement<never, unknown>;

export interface StatementDefinition<Params extends SqlFields, Row extends SqlFields> {
  /** Makes it a prepared statement: for texts without variants that run often. */
  readonly name?: string | undefined;
  /** SQL in lower case with named parameters: `$companyId`, `$userId`. */
  readonly text: string;
  readonly params?: Params;
  /** The columns that the statement answers, by their names. */
  readonly row?: Row;
}

type NoFields = Record<never, never>;

/** Every statement of the loaded modules and the examples of statement families; read by the test alone. */
export const declaredStatements: AnyStatement[] = [];

/** Declares a statement on the rows of one company. The transaction binds `$companyId`. */
export function statement<Params extends SqlFields = NoFields, Row extends SqlFields = NoFields>(
  definition: StatementDefinition<Params, Row>,
): Statement<ParamsOf<Params>, RowOf<Row>, 'company'> {
  return declare(compile(definition, 'company'));
}

/**
 * Declares a statement that belongs to no company, reads across companies as the system role, or takes the company as a
 * parameter because both roles run it.
 */
export function systemStatement<Params extends SqlFields = NoFields, Row extends SqlFields = NoFields>(
  definition: StatementDefinition<Params, Row>,
): Statement<ParamsOf<Params>, RowOf<Row>, 'any'> {
  return declare(compile(definition, 'any'));
}

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
  { name, text, params, row }: StatementDefinition<Params, Row>,
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
  };
}
