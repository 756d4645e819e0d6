import { roles, type Role } from '#contract/roles.ts';
import { optionalUserFields, type UserField } from '#features/people/contract/user-fields.ts';
import { areTurned, fitsAddress, isWholeNameOf, judgeCell } from './names.ts';

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
const nameFields = ['firstName', 'lastName'] as const;

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

/**
 * The columns of a list: as the page describes them, with roles among them, or any. A cell at the place of the role is one unless they
 * are any, so that a mistyped one is said.
 */
type Columns = 'described' | 'with-roles' | 'any';

/**
 * Role, company and SAP login behind a name. What stands before the role is another column, e.g. a department, and so is all where
 * no role is expected.
 */
function toRest(cells: readonly string[], columns: Columns): Fields {
  const at = cells.findIndex(areRoles);
  if (at > 0) return toFields(afterName, cells.slice(at));
  return columns !== 'any' || at === 0 || cells[0]?.trim() === '' ? toFields(afterName, cells) : {};
}

/** A column before the names, e.g. of departments, where the address has what follows; unclear where it has a part of that. */
function judgeFirst([first = '', second = '', third = '']: readonly string[], email: string) {
  const following = second.trim().includes(' ') || areRoles(third) ? second.trim() : `${second} ${third}`.trim();
  if (first.trim() === '' || !following.includes(' ') || fitsAddress(first, email)) return 'name';
  if (isWholeNameOf(following, email)) return 'other';
  return fitsAddress(second, email) ? 'unclear' : 'name';
}

/** The cells beside an address: role, company and SAP login, after a name where none stands with the address. */
export function toPerson(email: string, name: string, all: readonly string[], columns: Columns): Fields {
  const filled = all.filter((cell) => !isOther(cell));
  if (name !== '') return { email, name, ...toRest(filled, columns) };
  // A number in front is that of the row.
  const cells = /^\s*\d+[.)]?\s*$/.test(filled[0] ?? '') ? filled.slice(1) : filled;
  const kind = judgeFirst(cells, email);
  if (kind === 'unclear' && columns !== 'described')
    return { email, problem: problems.unclear(cells.slice(0, 2).join(' … ')) };
  return toNames(email, kind === 'other' ? cells.slice(1) : cells, columns);
}

function toNames(email: string, cells: readonly string[], columns: Columns): Fields {
  const [first = '', second = '', ...rest] = cells;
  if (first.trim() !== '' && areRoles(first)) return { email, ...toFields(afterName, [first, second, ...rest]) };
  const isWhole = first.includes(',') || second.trim() === '' || areRoles(second);
  if (!isWhole) return toNamed(email, [first, second, ...rest], columns);
  const others = areRoles(second) ? [second, ...rest] : rest;
  return { email, ...(first.trim() !== '' && { name: first }), ...toRest(others, columns) };
}

/** A department or a state stands behind a whole name as often as a family name behind the given one. */
function toNamed(email: string, cells: readonly string[], columns: Columns): Fields {
  const [first = '', second = '', ...rest] = cells;
  const kind = judgeCell(first, second, email);
  if (kind === 'unclear') return { email, problem: problems.unclear(`${first.trim()} … ${second.trim()}`) };
  if (kind === 'given') {
    const both = areTurned(first, second, email) ? [second, first] : [first, second];
    return { email, ...toFields(nameFields, both), ...toRest(rest, columns) };
  }
  return { email, name: first, ...toFields(afterName, rest.filter(areRoles)) };
}
