import { roles, type Role } from '#contract/roles.ts';
import { optionalUserFields, type UserField } from '#contract/user-fields.ts';
import { areTurned, judgeCell } from './names.ts';

export type Field = UserField | 'name';

/** Fields of one person in a list. */
export type Fields = Partial<Record<Field, string>> & {
  /** Why the person cannot be invited as written. */
  readonly problem?: string;
};

/** People with the line of the text that they stand in, from 1. */
export interface Entry {
  readonly line: number;
  readonly fields: Fields;
}

export const problems = {
  noAddress: 'There is no e-mail address here.',
  severalInCell: 'Several addresses stand in one cell. Write one person per line.',
  otherColumn: 'This address stands in another column and is not invited.',
  beside: (others: string) => `It stands beside ${others}. Write one person per line.`,
  unclear: (name: string) => `Whose name is “${name}”? Write one person per line.`,
} as const;

const afterName = ['roles', 'company', ...optionalUserFields] as const;
const afterAddress = ['firstName', 'lastName', ...afterName] as const;

export const findRole = (word: string): Role | undefined =>
  roles.find((role) => role.toLowerCase() === word.trim().toLowerCase());

/** Several roles may stand in one cell. */
export const splitRoles = (text: string): string[] => text.split(/[\s/|+]+/).filter((each) => each !== '');

export const areRoles = (text: string) => {
  const words = splitRoles(text);
  return words.length > 0 && words.every((word) => findRole(word) !== undefined);
};

const toFields = (names: readonly Field[], cells: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name, index) => (cells[index] ? [[name, cells[index].trim()]] : [])));

/** A telephone or a date is no name, role, company or SAP login. */
const isOther = (cell: string) => /^(?!\s*\d+\s*$)[\s\d+()./–-]{7,}$/.test(cell);

/** The cells beside an address: role, company and SAP login, after a name where none stands with the address. */
export function toPerson(email: string, name: string, all: readonly string[]): Fields {
  const cells = all.filter((cell) => !isOther(cell));
  if (name !== '') return { email, name, ...toFields(afterName, cells) };
  // A number in front is that of the row.
  const [first = '', second = '', ...rest] = /^\s*\d+[.)]?\s*$/.test(cells[0] ?? '') ? cells.slice(1) : cells;
  if (first.trim() !== '' && areRoles(first)) return { email, ...toFields(afterName, [first, second, ...rest]) };
  const isWhole = first.includes(',') || second.trim() === '' || areRoles(second);
  if (!isWhole) return toNamed(email, [first, second, ...rest]);
  const others = areRoles(second) ? [second, ...rest] : rest;
  return { email, ...(first.trim() !== '' && { name: first }), ...toFields(afterName, others) };
}

/** A department or a state stands behind a whole name as often as a family name behind the given one. */
function toNamed(email: string, cells: readonly string[]): Fields {
  const [first = '', second = '', ...rest] = cells;
  const kind = judgeCell(first, second, email);
  if (kind === 'unclear') return { email, problem: problems.unclear(`${first.trim()} … ${second.trim()}`) };
  if (kind === 'given') {
    const names = areTurned(first, second, email) ? [second, first] : [first, second];
    return { email, ...toFields(afterAddress, [...names, ...rest]) };
  }
  return { email, name: first, ...toFields(afterName, rest.filter(areRoles)) };
}
