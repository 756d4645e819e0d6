import type { Role } from '#contract/roles.ts';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import { Invitation } from '#features/people/contract/users.ts';
import { findRole, problems, splitRoles, type Fields } from './list/fields.ts';
import { readList, readName } from './list/list.ts';
import { isOfName, nameOfAddress } from './list/names.ts';
import { isOnlyHead, readTable } from './list/table.ts';
import { normalizeSigns } from './list/text.ts';

/** The most invitations of one list. */
export const maxInvitations = 2000;

export interface ParsedRow {
  /** In the text, as editors count; several addresses may stand in one line. */
  readonly line: number;
  /** Among the rows, from 0. */
  readonly place: number;
  readonly invitation: Invitation;
  /** Without a name in the list: the name is made of the address. */
  readonly hasMadeName: boolean;
  /** Why the row cannot be sent. */
  readonly problem?: string;
}

interface Defaults {
  readonly company: string;
  readonly role: Role;
}

/**
 * The people of a pasted list or a CSV file: a table with or without a head, or addresses as mail programs write them
 * ('Mari Maasikas <mari@acme.example>; …'). Each address of the text is a row, and each row has its own name, that of its
 * address, or a problem.
 */
export function parseInvitations(text: string, defaults: Defaults): ParsedRow[] {
  const seen = new Set<string>();
  return listEntries(normalizeSigns(text)).map(({ fields, line }, place) => {
    const row = { ...toRow(fields, defaults), line, place };
    const key = row.invitation.email.toLowerCase();
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated && !row.problem ? { ...row, problem: 'This address is already in the list.' } : row;
  });
}

function listEntries(text: string) {
  const table = readTable(text);
  if (table) return table;
  const [first = ''] = text.split('\n', 1);
  return isOnlyHead(first) ? readList(text.slice(first.length + 1), 2) : readList(text);
}

function toRow(fields: Fields, defaults: Defaults): Omit<ParsedRow, 'line' | 'place'> {
  const email = fields.email ?? '';
  const named = splitRoles(fields.roles ?? '');
  const known = named.map(findRole);
  const name = toName(fields);
  const invitation: Invitation = {
    email,
    ...(typeof name === 'object' ? name : nameOfAddress(email)),
    company: fields.company || defaults.company,
    ...mapOptionalFields((field) => fields[field] || null),
    roles: known.length > 0 ? [...new Set(known.filter((role) => role !== undefined))] : [defaults.role],
  };
  const unknownRole = named[known.indexOf(undefined)];
  const problem =
    fields.problem ??
    (typeof name === 'string' ? name : undefined) ??
    (unknownRole === undefined ? undefined : `There is no role ${unknownRole}.`) ??
    Invitation.safeParse(invitation).error?.issues[0]?.message;
  return { invitation, hasMadeName: name === undefined, ...(problem !== undefined && { problem }) };
}

/** The names of the list; undefined where it has none, a text where it is not clear whose they are. */
function toName({ firstName, lastName, name }: Fields) {
  if (firstName && lastName) {
    const whole = `${firstName} ${lastName}`;
    return isOfName(whole) ? { firstName, lastName } : problems.unclear(whole);
  }
  // 'Name' beside 'Vorname' is the family name, unless the other one stands in it.
  if (name && firstName && !hasWord(name, firstName)) return { firstName, lastName: name };
  if (name && lastName && !hasWord(name, lastName)) return { firstName: name, lastName };
  if (name) return readName(name);
  return readName([firstName, lastName].filter(Boolean).join(' '));
}

const hasWord = (name: string, word: string) =>
  ` ${name.replaceAll(',', ' ')} `.toLowerCase().includes(` ${word.toLowerCase()} `);
