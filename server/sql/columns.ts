import type { SqlFields } from './types.ts';

/* One object of fields says a record's columns once; these functions write it into statements. `sapId` is `sap_id`. */

export const toColumn = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `email, sap_id`: where a statement only reads them. */
export const columnNames = (fields: SqlFields) => Object.keys(fields).map(toColumn).join(', ');

/** `u.id, u.sap_id as "sapId"`: for `select` and `returning`. */
export function columns(fields: SqlFields, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.keys(fields)
    .map((field) => `${prefix}${toColumn(field)}${toColumn(field) === field ? '' : ` as "${field}"`}`)
    .join(', ');
}

/** `(company_id, email, sap_id) values ($companyId, $email, $sapId)`: for `insert into`. */
export function insertValues(fields: SqlFields): string {
  const names = ['companyId', ...Object.keys(fields).filter((field) => field !== 'companyId')];
  return `(${names.map(toColumn).join(', ')}) values (${names.map((name) => `$${name}`).join(', ')})`;
}

/** `email = $email, sap_id = $sapId`: for `update … set`. */
export function assignments(fields: SqlFields): string {
  return Object.keys(fields)
    .map((field) => `${toColumn(field)} = $${field}`)
    .join(', ');
}
