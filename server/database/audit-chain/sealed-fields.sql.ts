/**
 * All columns of an audit entry as texts, in a fixed order: what a seal covers. A new column is added at the end here, as
 * one that is left out where it is null, because the seals of before do not cover it; a test compares the columns.
 */
export const sealedColumns = [
  'company_id',
  'id',
  'occurred_at',
  'actor_account_id',
  'actor_name',
  'actor_email',
  'actor_company',
  'action',
  'entity',
  'entity_id',
  'entity_label',
  'before',
  'after',
  'request_id',
] as const;

/**
 * An instant as microseconds, because its text depends on the zone of the connection. By the time since 1970, because
 * `extract` of an instant is not immutable, and a distributed PostgreSQL returns nothing else from an insert.
 */
const toText = (column: string, prefix: string) =>
  column === 'occurred_at'
    ? `(extract(epoch from ${prefix}occurred_at - '1970-01-01Z'::timestamptz) * 1000000)::bigint::text`
    : `${prefix}${column}::text`;

/** The array of a row's texts. @param alias of the table in a join */
export function sealedFields(alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return `array[${sealedColumns.map((column) => toText(column, prefix)).join(', ')}]`;
}
