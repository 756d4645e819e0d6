import { listEntries, type Filter, type Filters, type FilterValues, type ValueOf } from '#contract/filters/filters.ts';
import { array, boolean, date, integer, nullable, text, type ReadonlyArrays, type SqlType } from '../sql/types.ts';

/** A condition whose parameter is not the value of the query. */
export interface Condition<Value, Param> {
  readonly sql: string;
  readonly type: SqlType<Param>;
  /** The parameter of a value, null for all; without it the code that runs the statement gives the parameter. */
  readonly encode?: (value: Value) => Param | null;
}

type Conditions<All extends Filters> = {
  readonly [Name in keyof All]: string | Condition<ValueOf<All[Name]>, unknown>;
};

type ParamOf<Value, Given> = Given extends { readonly type: SqlType<infer Param> } ? Param : Value;

type Params<All extends Filters, Given extends Conditions<All>> = {
  readonly [Name in keyof All]: SqlType<ParamOf<ValueOf<All[Name]>, Given[Name]> | null>;
};

type Values<All extends Filters, Given extends Conditions<All>> = {
  readonly [Name in keyof All]: ReadonlyArrays<ParamOf<ValueOf<All[Name]>, Given[Name]>> | null;
};

/** Names of the filters whose parameters the code that runs the statement gives. */
type GivenName<All extends Filters, Given extends Conditions<All>> = {
  [Name in keyof All]: Given[Name] extends string | { encode: unknown } ? never : Name;
}[keyof All];

/**
 * The conditions of filters in SQL, each with its parameter under the name of the filter. PostgreSQL plans a statement without a
 * name for its values, so that a parameter that is null leaves no condition in the plan.
 */
export function declareConditions<All extends Filters, const Given extends Conditions<All>>(
  filters: All,
  given: Given,
) {
  const conditions = listEntries(filters).map(([name, filter]) => ({ name, ...toCondition(filter, given[name]) }));
  return {
    /** The parameters; null where all match. */
    params: Object.fromEntries(conditions.map(({ name, type }) => [name, nullable(type)])) as Params<All, Given>,
    /** All conditions, each of which holds. */
    text: conditions.map(({ name, type, sql }) => `($${name}::${toCast(type)} is null or ${sql})`).join('\n  and '),
    /** The parameters of a query, and those given. */
    toParams: (query: FilterValues<All>, own: Pick<Values<All, Given>, GivenName<All, Given>>) =>
      Object.fromEntries(
        conditions.map(({ name, encode }) => [
          name,
          name in own ? own[name as never] : (encode?.(query[name] as never) ?? null),
        ]),
      ) as Values<All, Given>,
  };
}

const types: Readonly<Record<Filter<never>['kind'], SqlType<unknown>>> = {
  flag: boolean,
  integer,
  choice: text,
  choices: array(text),
  texts: array(text),
  ids: array(text),
  text,
  id: text,
  day: date,
};

function toCondition({ kind }: Filter<never>, given: string | Condition<never, unknown> | undefined) {
  if (typeof given === 'object')
    return { ...given, encode: (value: never) => (isAll(value) ? null : given.encode?.(value)) };
  // One that left it out would list everything.
  if (given === undefined) throw new Error('A filter has no condition.');
  return { sql: given, type: types[kind], encode: (value: unknown) => (isAll(value) ? null : value) };
}

/** An empty list and an empty text leave nothing out. */
const isAll = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The name of a type in a statement, e.g. `int4[]` for `_int4`. */
function toCast({ names }: SqlType<unknown>): string {
  const name = names.includes('int4') ? 'int4' : (names.find((each) => each === '_int4') ?? names[0] ?? '');
  return name.startsWith('_') ? `${name.slice(1)}[]` : name;
}
