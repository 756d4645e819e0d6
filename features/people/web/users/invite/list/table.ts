import { getUserField, mapUserFields, userFieldNames } from '#features/people/contract/user-fields.ts';
import { problems, type Entry, type Field, type Fields } from './fields.ts';
import { trimName } from './names.ts';
import { listAddresses } from './text.ts';

/** The heads of columns in letters and digits alone, in English, German, Estonian and languages beside them. */
const heads: Readonly<Record<Field, readonly string[]>> = {
  ...mapUserFields(userFieldNames, (field) => getUserField(field).heads ?? []),
  email: [
    'email',
    'emailaddress',
    'mail',
    'mailaddress',
    'emailaddresses',
    'primaryemail',
    'workemail',
    'email1value',
    'emails',
    'emailadresse',
    'mailadresse',
    'epost',
    'epostiaadress',
    'epostiaadressid',
    'eposti',
    'meil',
    'meiliaadress',
    'meiliaadressid',
    'ekiri',
    'sähköposti',
    'sähköpostiosoite',
    'epostadress',
    'courriel',
    'adressemail',
    'adresseemail',
    'correo',
    'correoelectrónico',
    'posta',
    'adresemail',
    'emailadres',
    'epasts',
    'epastaadrese',
    'elpaštas',
    'электроннаяпочта',
    'элпочта',
    'почта',
    'адресэлектроннойпочты',
  ],
  firstName: [
    'firstname',
    'givenname',
    'forename',
    'first',
    'vorname',
    'vornamen',
    'rufname',
    'eesnimi',
    'eesnimed',
    'etunimi',
    'förnamn',
    'fornavn',
    'voornaam',
    'prénom',
    'nombre',
    'nome',
    'imię',
    'vārds',
    'vardas',
    'имя',
  ],
  lastName: [
    'lastname',
    'surname',
    'familyname',
    'last',
    'nachname',
    'familienname',
    'zuname',
    'perekonnanimi',
    'perenimi',
    'perekonnanimed',
    'sukunimi',
    'efternamn',
    'etternavn',
    'efternavn',
    'achternaam',
    'nom',
    'nomdefamille',
    'apellido',
    'apellidos',
    'cognome',
    'sobrenome',
    'nazwisko',
    'uzvārds',
    'pavardė',
    'фамилия',
  ],
  name: [
    'name',
    'fullname',
    'displayname',
    'contact',
    'person',
    'vollstandigername',
    'anzeigename',
    'namevorname',
    'nachnamevorname',
    'vornamenachname',
    'vorundnachname',
    'mitarbeiter',
    'benutzer',
    'lastnamefirstname',
    'firstnamelastname',
    'employee',
    'employeename',
    'username',
    'participant',
    'nimi',
    'taisnimi',
    'eesjaperekonnanimi',
    'perekonnanimieesnimi',
    'eesnimiperekonnanimi',
    'töötaja',
    'kasutaja',
    'kontakt',
  ],
};

const toKey = (head: string): string =>
  head
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\([^()]*\)|\[?\b(?:required|pflichtfeld)\b\]?/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const fieldOfHead = new Map(
  Object.entries(heads).flatMap(([field, names]) => names.map((name) => [toKey(name), field as Field] as const)),
);

const toHead = (cell: string): Field | undefined => fieldOfHead.get(toKey(cell));

/** Entra's user name, which is the address where there is no other. */
const isUpn = (cell: string) => /^(?:user ?principal ?name|upn|participant id \(upn\))$/i.test(cell.trim());

const signs = ['\t', ';', ',', '|'];
const lookedAt = 20;

/** A table with a head, which may stand below a title; undefined for any other list. */
export function readTable(text: string): Entry[] | undefined {
  const lines = text.split('\n');
  for (const [index, line] of lines.slice(0, lookedAt).entries()) {
    if (listAddresses(line).length > 0) break;
    for (const sign of signs) {
      const cells = splitRecords(line, sign)[0]?.cells ?? [];
      const known = cells.map(toHead);
      const columns = known.includes('email') ? known : cells.map((cell, at) => (isUpn(cell) ? 'email' : known[at]));
      if (cells.length < 2 || !columns.includes('email')) continue;
      return readRecords(lines.slice(index + 1).join('\n'), { sign, columns, cells, first: index + 2 });
    }
  }
  return undefined;
}

/** Whether a line is a head of one column, or says how a file is divided, and names no one. */
export const isOnlyHead = (line: string) => toHead(line) === 'email' || /^"?sep=.?"?$/i.test(line.trim());

interface Head {
  readonly sign: string;
  readonly columns: readonly (Field | undefined)[];
  readonly cells: readonly string[];
  /** The line of the first record. */
  readonly first: number;
}

function readRecords(text: string, { sign, columns, cells: names, first }: Head): Entry[] {
  const entries: Entry[] = [];
  const others: { email: string; line: number; column: string }[] = [];
  for (const { cells, line: at } of splitRecords(text, sign)) {
    // Lines of dashes part the head of a table in Markdown from its rows.
    if (cells.every((cell) => /^[\s:-]*$/.test(cell))) continue;
    const line = first + at;
    const [fields, own] = readRecord(columns, cells);
    entries.push(...fields.map((each) => ({ line, fields: each })));
    cells.forEach((cell, index) => {
      const column = names[index]?.trim() ?? '';
      if (index !== own) others.push(...listAddresses(cell).map((email) => ({ email, line, column })));
    });
  }
  const known = new Set(entries.map(({ fields }) => fields.email?.toLowerCase()));
  for (const { email, line } of others) {
    if (known.has(email.toLowerCase())) continue;
    known.add(email.toLowerCase());
    entries.push({ line, fields: { email, problem: problems.otherColumn } });
  }
  return entries;
}

/** The people of a record, and which of its cells holds their address. */
function readRecord(columns: readonly (Field | undefined)[], cells: readonly string[]): [Fields[], number] {
  const found: Partial<Record<Field, string>> = {};
  let own = -1;
  for (const [index, field] of columns.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (!field || cell === '' || found[field] !== undefined) continue;
    found[field] = cell;
    if (field === 'email') own = index;
  }
  const text = found.email ?? '';
  const [email, ...more] = listAddresses(text);
  if (email === undefined)
    return [[{ ...found, email: text, ...(text === '' && { problem: problems.noAddress }) }], own];
  if (more.length > 0) return [[email, ...more].map((each) => ({ email: each, problem: problems.severalInCell })), own];
  const beside = trimName(text.replace(email, '').replaceAll(/mailto:|[<>()[\]]/gi, ' '));
  return [[{ ...(beside !== '' && { name: beside }), ...found, email }], own];
}

interface TextRecord {
  readonly cells: string[];
  /** Among the lines of the text, from 0. */
  readonly line: number;
}

/** Quoted cells may hold the sign and ends of lines; a doubled quote is one. */
function splitRecords(text: string, sign: string): TextRecord[] {
  const records: TextRecord[] = [];
  let [cells, cell, line, start, isQuoted]: [string[], string, number, number, boolean] = [[], '', 0, 0, false];
  const endCell = () => {
    cells.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '\n') line += 1;
    if (letter === '"' && isQuoted && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += letter === '\n' ? ' ' : letter;
    else if (letter === sign) endCell();
    else if (letter === '\n') {
      endCell();
      records.push({ cells, line: start });
      [cells, start] = [[], line];
    } else cell += letter;
  }
  endCell();
  return [...records, { cells, line: start }];
}
