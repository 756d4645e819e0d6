/**
 * The PostgreSQL type of a column or parameter, and the TypeScript value that stands for it. A test compares every
 * statement with the migrated database, so a wrong type fails there and not in production.
 */
export interface SqlType<Value> {
  /** Names in pg_type that this type accepts, for example `int4`. Arrays begin with an underscore. */
  readonly names: readonly string[];
  readonly isNullable: boolean;
  /** Carries the type for the compiler only; it has no value. */
  readonly value?: Value;
}

function type<Value>(...names: readonly string[]): SqlType<Value> {
  return { names, isNullable: false };
}

export const uuid = type<string>('uuid');
export const text = type<string>('text', 'varchar', 'bpchar', 'name');
export const boolean = type<boolean>('bool');
/** int2, int4 and int8; the pools read int8 as a number, exact up to 2^53. */
export const integer = type<number>('int2', 'int4', 'int8');
export const float = type<number>('float4', 'float8');
/** A calendar date as `2026-11-21`. */
export const date = type<string>('date');
/** An instant, to the millisecond. */
export const instant = type<Date>('timestamptz');
export const bytes = type<Buffer>('bytea');

/** A text of which the check constraint or the statement allows these values only, for example a status. */
export function textOf<Value extends string>(): SqlType<Value> {
  return text as SqlType<never>;
}

export function json<Value>(): SqlType<Value> {
  return type<Value>('json', 'jsonb');
}

/** A JSON parameter that is text already. */
export const jsonText = type<string>('json', 'jsonb');

export function array<Value>(element: SqlType<Value>): SqlType<Value[]> {
  return type(...element.names.map((name) => `_${name}`));
}

/** An array parameter that sql-arrays.ts encodes in binary, because a batch has thousands of values. */
export function binaryArray(element: SqlType<unknown>): SqlType<Buffer> {
  return type(...element.names.map((name) => `_${name}`));
}

/** The value may be null: a column without `not null`, or one from the optional side of an outer join. */
export function nullable<Value>(inner: SqlType<Value>): SqlType<Value | null> {
  return { names: inner.names, isNullable: true };
}

/** Names of columns or parameters with their types. */
export type SqlFields = Readonly<Record<string, SqlType<unknown>>>;

/** A row that a statement answers. */
export type RowOf<Fields extends SqlFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends SqlType<infer Value> ? Value : never;
};

/** The parameters that a statement takes: a row whose arrays may be read-only. */
export type ParamsOf<Fields extends SqlFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends SqlType<infer Value> ? ReadonlyArrays<Value> : never;
};

/** The value as a parameter: its array may be read-only. */
export type ReadonlyArrays<Value> = Value extends (infer Element)[] ? readonly Element[] : Value;
