import { toColumn } from './columns.ts';
import {
  toBigints,
  toBooleans,
  toBytes,
  toDates,
  toInstants,
  toIntegers,
  toJsons,
  toSmallints,
  toTexts,
  toUuids,
} from './sql-arrays.ts';
import { binaryArray, boolean, bytes, date, instant, integer, json, text, uuid, type SqlType } from './types.ts';

/** A column of rows that a statement takes as arrays: the type of its values, and how they are encoded in binary. */
export interface ArrayColumn<Value> {
  readonly element: string;
  readonly type: SqlType<Buffer>;
  readonly encode: (values: readonly Value[]) => Buffer;
}

export const bigints = { element: 'int8', type: binaryArray(integer), encode: toBigints };
export const booleans = { element: 'bool', type: binaryArray(boolean), encode: toBooleans };
export const byteas = { element: 'bytea', type: binaryArray(bytes), encode: toBytes };
export const dates = { element: 'date', type: binaryArray(date), encode: toDates };
export const instants = { element: 'timestamptz', type: binaryArray(instant), encode: toInstants };
export const integers = { element: 'int4', type: binaryArray(integer), encode: toIntegers };
export const jsons = { element: 'json', type: binaryArray(json()), encode: toJsons };
export const smallints = { element: 'int2', type: binaryArray(integer), encode: toSmallints };
export const texts = { element: 'text', type: binaryArray(text), encode: toTexts };
export const uuids = { element: 'uuid', type: binaryArray(uuid), encode: toUuids };

export type ArrayColumns = Readonly<Record<string, ArrayColumn<never>>>;

type RowOf<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends ArrayColumn<infer Value> ? Value : never;
};

export interface RowArrays<Columns> {
  /** `id, external_id` */
  readonly names: string;
  /** `unnest($id::uuid[], $externalId::text[]) as t (id, external_id)`: for `from`. */
  readonly rows: string;
  readonly params: { readonly [Name in keyof Columns]: SqlType<Buffer> };
  /** `external_id = excluded.external_id`: for `on conflict … do update set`, without the columns of the key. */
  readonly overwrite: (...key: ReadonlyArray<keyof Columns>) => string;
  /** The parameters for these rows. */
  readonly encode: (rows: ReadonlyArray<RowOf<Columns>>) => Encoded<Columns>;
  /** The same column by column, for rows so many that it takes long. */
  readonly encodeColumns: (rows: ReadonlyArray<RowOf<Columns>>) => Generator<undefined, Encoded<Columns>>;
}

type Encoded<Columns> = { readonly [Name in keyof Columns]: Buffer };

/** Says the columns of a batch's rows once: each goes to the database as one array. `externalId` is `external_id`. */
export function rowArrays<Columns extends ArrayColumns>(columns: Columns): RowArrays<Columns> {
  const entries = Object.entries(columns);
  const names = entries.map(([field]) => toColumn(field)).join(', ');
  return {
    names,
    rows: `unnest(${entries.map(([field, { element }]) => `$${field}::${element}[]`).join(', ')}) as t (${names})`,
    params: Object.fromEntries(entries.map(([field, { type }]) => [field, type])) as never,
    overwrite: (...key) =>
      entries
        .filter(([field]) => !key.includes(field))
        .map(([field]) => `${toColumn(field)} = excluded.${toColumn(field)}`)
        .join(', '),
    encode: (rows) =>
      Object.fromEntries(
        entries.map(([field, { encode }]) => [field, encode(rows.map((row) => row[field] as never))]),
      ) as never,
    *encodeColumns(rows) {
      const encoded: Record<string, Buffer> = {};
      for (const [field, { encode }] of entries) {
        encoded[field] = encode(rows.map((row) => row[field] as never));
        yield;
      }
      return encoded as never;
    },
  };
}
