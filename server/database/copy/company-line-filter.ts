import type { DatabaseContents } from './catalogue.ts';

/** Chooses the lines of a table, as COPY writes them, that are restored. */
export type LineFilter = (table: string, bytes: Buffer) => Buffer;

/** The value of a field as COPY writes it. */
export const toCopyField = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

/** The fields of each line, as COPY writes them. */
export function* readLines(bytes: Buffer): Generator<{ readonly fields: string[]; readonly line: Buffer }> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.subarray(start, end);
    yield { fields: line.toString('utf8').replace(/\n$/, '').split('\t'), line };
    start = end;
  }
}

/** Place of a column in the lines of a table; -1 where it has none. */
export const findColumn = ({ tables }: Pick<DatabaseContents, 'tables'>, table: string, column: string): number =>
  tables.find(({ name }) => name === table)?.columns.indexOf(column) ?? -1;

/** Tables of accounts that return with them: no password, no session, no code. In the order of their names. */
export const ofAccounts = ['identity.two_factors', 'identity.recovery_codes', 'identity.external_identities'];

/** Keeps the rows of one company, the accounts of its users and the keys of the audit log; of nothing else a byte. */
export function createCompanyFilter(
  contents: Pick<DatabaseContents, 'tables'>,
  companyId: string,
  accountIds: ReadonlySet<string>,
): LineFilter {
  const choose = (table: string): ((fields: string[]) => boolean) => {
    const place = (column: string) => findColumn(contents, table, column);
    if (table === 'public.audit_keys') return () => true;
    if (table === 'identity.accounts') return (fields) => accountIds.has(fields[place('id')] ?? '');
    if (ofAccounts.includes(table)) return (fields) => accountIds.has(fields[place('account_id')] ?? '');
    const at = place(table === 'public.companies' ? 'id' : 'company_id');
    return table.startsWith('public.') && at >= 0 ? (fields) => fields[at] === companyId : () => false;
  };
  const rules = new Map(contents.tables.map(({ name }) => [name, choose(name)]));
  return (table, bytes) => {
    const isWanted = rules.get(table) ?? (() => false);
    return Buffer.concat([...readLines(bytes)].flatMap(({ fields, line }) => (isWanted(fields) ? [line] : [])));
  };
}
