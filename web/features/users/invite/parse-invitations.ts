import type { Role } from '#contract/roles.ts';
import { roles } from '#contract/roles.ts';
import { Invitation } from '#contract/users.ts';

/** What one list holds at most. */
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

type Field = 'email' | 'firstName' | 'lastName' | 'name' | 'roles' | 'company' | 'sapId';

/** The heads of columns in letters and digits alone. */
const heads: Readonly<Record<string, Field>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  firstname: 'firstName',
  givenname: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  name: 'name',
  fullname: 'name',
  role: 'roles',
  roles: 'roles',
  company: 'company',
  companyname: 'company',
  sapid: 'sapId',
  saploginid: 'sapId',
};

const usualOrder: readonly Field[] = ['email', 'firstName', 'lastName', 'roles', 'company', 'sapId'];
const address = /[^\s<>,;"]+@[^\s<>,;"]+/;

/**
 * The people of a pasted list or a CSV file: one in each line, separated by comma, semicolon or tab, with or without a head,
 * or addresses as mail programs write them ('Mari Maasikas <mari@acme.example>'). Missing names come from the address.
 */
export function parseInvitations(text: string, defaults: Defaults): ParsedRow[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((words, index) => ({ words, line: index + 1 }))
    .filter(({ words }) => words.trim() !== '');
  const separator = findSeparator(lines.map(({ words }) => words));
  const head = separator && readHead(splitLine(lines[0]?.words ?? '', separator));
  const records = (head ? lines.slice(1) : lines).flatMap(({ words, line }) =>
    (head ? [toRecord(head, splitLine(words, separator))] : readLine(words, separator)).map((fields) => ({
      fields,
      line,
    })),
  );
  const seen = new Set<string>();
  return records.map(({ fields, line }, place) => {
    const row = { ...toRow(fields, defaults), line, place };
    const key = row.invitation.email.toLowerCase();
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated && !row.problem ? { ...row, problem: 'This address is already in the list.' } : row;
  });
}

type Fields = Partial<Record<Field, string>>;

function findSeparator(lines: readonly string[]): string | undefined {
  const sample = lines.slice(0, 20).join('\n');
  const counts = ['\t', ';', ','].map((sign) => ({ sign, count: sample.split(sign).length }));
  const best = counts.reduce((most, each) => (each.count > most.count ? each : most));
  return best.count > 1 ? best.sign : undefined;
}

function readHead(cells: readonly string[]): (Field | undefined)[] | undefined {
  const fields = cells.map((cell) => heads[cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '')]);
  return fields.includes('email') ? fields : undefined;
}

const toRecord = (head: readonly (Field | undefined)[], cells: readonly string[]): Fields =>
  Object.fromEntries(head.flatMap((field, index) => (field ? [[field, cells[index]?.trim() ?? '']] : [])));

/** A line without a head: several addresses, or the address of one person with further cells. */
function readLine(line: string, separator: string | undefined): Fields[] {
  const cells = separator === undefined ? [line] : splitLine(line, separator);
  const withAddress = cells.filter((cell) => address.test(cell));
  if (withAddress.length > 1) return withAddress.map(readPerson);
  const [cell = line] = withAddress;
  const others = cells.filter((each) => each !== cell).map((each) => each.trim());
  return [{ ...toRecord(usualOrder.slice(1), others), ...readPerson(cell) }];
}

/** 'Mari Maasikas <mari@acme.example>', or the address alone. */
function readPerson(cell: string): Fields {
  const email = address.exec(cell)?.[0] ?? cell.trim();
  const name = cell.replace(email, '').replaceAll(/[<>"]/g, '').trim();
  return name === '' || name === email ? { email } : { email, name };
}

/** Quoted cells may hold the separator; a doubled quote is one. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

function toRow(fields: Fields, defaults: Defaults): Omit<ParsedRow, 'line' | 'place'> {
  const email = fields.email ?? '';
  const hasMadeName = !fields.firstName && !fields.lastName && !fields.name;
  const [firstName, lastName] = nameOf(fields, email);
  const named = (fields.roles ?? '').split(/[\s/|+]+/).filter((each) => each !== '');
  const known = named.map((each) => roles.find((role) => role.toLowerCase() === each.toLowerCase()));
  const invitation: Invitation = {
    email,
    firstName,
    lastName,
    company: fields.company || defaults.company,
    sapId: fields.sapId || null,
    roles: known.length > 0 ? [...new Set(known.filter((role) => role !== undefined))] : [defaults.role],
  };
  const unknownRole = named[known.indexOf(undefined)];
  if (unknownRole !== undefined) return { invitation, hasMadeName, problem: `There is no role ${unknownRole}.` };
  const parsed = Invitation.safeParse(invitation);
  const problem = parsed.error?.issues[0]?.message;
  return { invitation, hasMadeName, ...(problem !== undefined && { problem }) };
}

/** Given names, or those of the address: 'mari.maasikas@…' is Mari Maasikas. */
function nameOf({ firstName, lastName, name }: Fields, email: string): [string, string] {
  if (firstName && lastName) return [firstName, lastName];
  const full = [firstName, lastName].filter(Boolean).join(' ') || name;
  const words = full?.split(/\s+/) ?? (email.split('@')[0] ?? '').split(/[._-]+/).map(capitalize);
  const [first = '', ...rest] = words.filter((word) => word !== '');
  return [first, rest.join(' ') || first];
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
