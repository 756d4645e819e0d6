import { areRoles, problems, toPerson, type Entry, type Fields } from './fields.ts';
import { readMailboxes } from './mailboxes.ts';
import { isNoise } from './noise.ts';
import { fitsAddress, isLikeName, isOtherWord, isWholeNameOf, splitName, trimName } from './names.ts';
import { addressPattern, joinWrapped, softBreak } from './text.ts';
import { isAddress, splitTokens, tokenize, toWords, type Address, type Token } from './tokens.ts';

/** The people of an address list, or of a table without a head. Each address is one of them. @param first its line */
export function readList(text: string, first = 1): Entry[] {
  let line = first;
  const lines = joinWrapped(bracketAddresses(text))
    .split('\n')
    .map((each) => {
      const at = line;
      line += each.split(softBreak).length;
      return { line: at, tokens: dropRepeated(tokenize(each.replaceAll(softBreak, ' '))) };
    })
    .filter(({ tokens }) => tokens.length > 0);
  const list = { isTable: areAlike(lines), hasRoles: lines.some(({ tokens }) => tokens.some(isRole)) };
  return leaveOutNamed(
    pairLines(lines).flatMap(({ line: at, tokens }) =>
      readPeople(tokens, list).map((fields) => ({ line: at, fields })),
    ),
  );
}

/** Facts of all lines of a list. */
interface ListFacts {
  /** Whether they are rows of a table. */
  readonly isTable: boolean;
  /** Whether a cell of any is a role, so that a mistyped one is said. */
  readonly hasRoles: boolean;
}

const isRole = (token: Token) => token.kind === 'text' && areRoles(token.text);

/** Leaves out a name on a line of its own, e.g. of a signature, whose person is there by an address that has all of it. */
function leaveOutNamed(entries: readonly Entry[]): Entry[] {
  const addresses = entries.flatMap(({ fields: { email = '', problem } }) =>
    problem === problems.noAddress ? [] : [email],
  );
  return entries.filter(
    ({ fields: { email = '', problem } }) =>
      problem !== problems.noAddress || !addresses.some((address) => isWholeNameOf(trimName(email), address)),
  );
}

const behind = new RegExp(`(?<![^\\s;,|])(${addressPattern.source})[^\\S\\n]*\\(([^()@\\n]+)\\)`, 'gi');
const before = new RegExp(`([\\p{L}][\\p{L} .'’-]*):[^\\S\\n]*(${addressPattern.source})`, 'giu');

/** `mari@… (Mari Maasikas)` and `Mari Maasikas: mari@…` as `Mari Maasikas <mari@…>`, where the name fits the address. */
const bracketAddresses = (text: string): string =>
  text
    .replaceAll(behind, (all, email: string, name: string) => (fitsAddress(name, email) ? `${name} <${email}>` : all))
    .replaceAll(before, (all, name: string, email: string) => (fitsAddress(name, email) ? `${name} <${email}>` : all));

interface Line {
  readonly line: number;
  readonly tokens: readonly Token[];
}

/** Outlook copies an address with its own link behind it, or as its own name. */
const dropRepeated = (tokens: readonly Token[]): Token[] =>
  tokens.filter((token, index) => {
    const next = tokens[index + 1];
    const areSame = token.kind === 'address' && next?.kind === 'address' && isSame(token.email, next.email);
    return !areSame;
  });

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Whether several lines have the same cells, i.e. are rows of a table. */
function areAlike(lines: readonly Line[]): boolean {
  const shapes = lines.map(({ tokens }) =>
    tokens.map((token) => (token.kind === 'sign' ? token.sign : token.kind === 'address' ? '@' : 'a')).join(''),
  );
  return shapes.length > 1 && shapes.every((shape) => shape === shapes[0] && shape.split('@').length === 2);
}

const isAlone = (tokens: readonly Token[]) =>
  tokens.length === 1 && tokens[0]?.kind === 'address' && !tokens[0].isNamed;

/**
 * Names and addresses by turns are people where each name fits its address; undefined for any other order.
 * @param groups of tokens, e.g. lines
 */
function pairUp(groups: readonly (readonly Token[])[]): { at: number; email: string; name: string }[] | undefined {
  const first = groups.findIndex(isAlone);
  if (groups.length % 2 !== 0 || first < 0 || first > 1) return undefined;
  const pairs = groups.flatMap((group, at) => {
    const [address] = group;
    const other = groups[first === 0 ? at + 1 : at - 1];
    if (at % 2 !== first || address?.kind !== 'address' || !isAlone(group) || !other || other.some(isAddress))
      return [];
    return [{ at, email: address.email, name: trimName(toWords(other)) }];
  });
  const areAll = pairs.length * 2 === groups.length;
  return areAll && pairs.every(({ name, email }) => fitsAddress(name, email)) ? pairs : undefined;
}

/** Names and addresses by turns, each on a line of its own, are people. */
function pairLines(lines: readonly Line[]): readonly Line[] {
  const pairs = pairUp(lines.map(({ tokens }) => tokens));
  if (!pairs) return lines;
  return pairs.map(({ at, email, name }) => ({
    line: lines[at]?.line ?? 1,
    tokens: [
      { kind: 'text', text: name, isQuoted: true },
      { kind: 'address', email, isNamed: true },
    ],
  }));
}

/** Words without an address; none where they only introduce the people. */
function readWords(tokens: readonly Token[]): Fields[] {
  const words = toWords(tokens);
  const isNothing = /:[\s;]*$/.test(words) || isNoise(words);
  return isNothing ? [] : [{ email: words.slice(0, 80), problem: problems.noAddress }];
}

const filled = (parts: Token[][]) => parts.filter((part) => part.length > 0);

function readPeople(tokens: readonly Token[], list: ListFacts = { isTable: false, hasRoles: true }): Fields[] {
  const addresses = tokens.filter((token): token is Address => token.kind === 'address');
  const [address] = addresses;
  if (!address) return readWords(tokens);
  const sign = ['\t', '|'].find((each) => filled(splitTokens(tokens, each)).length > 1);
  if (addresses.length === 1 && (!address.isNamed || sign !== undefined)) return readCells(tokens, address, list);
  if (sign === undefined && addresses.some(({ isNamed }) => isNamed)) {
    return readMailboxes(tokens, (others) => readPeople(others));
  }
  return readBare(tokens);
}

/** Several addresses between signs or blanks. */
function readBare(tokens: readonly Token[]): Fields[] {
  const sign = ['\t', ';', '|', ','].find((each) => filled(splitTokens(tokens, each)).length > 1);
  if (sign === undefined) return readRun(tokens);
  const parts = filled(splitTokens(tokens, sign));
  const pairs = pairUp(parts);
  if (pairs) return pairs.map(({ email, name }) => toPerson(email, name, [], 'any'));
  return parts.flatMap((part) => readPeople(part));
}

/** Addresses with blanks between them alone: a name stands before each of them, or behind each. */
function readRun(tokens: readonly Token[]): Fields[] {
  const emails = tokens.flatMap((token) => (token.kind === 'address' ? [token.email] : []));
  const gaps: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'address') gaps.push([]);
    else gaps.at(-1)?.push(token);
  }
  const names = gaps.map((gap) => trimName(toWords(gap)));
  const hasNames = names.some((name) => name !== '');
  const isBefore = names.at(-1) === '' && names[0] !== '';
  const isBehind = names[0] === '' && names.at(-1) !== '';
  const areNames = (isBefore || isBehind) && names.every((name) => name === '' || isLikeName(name));
  return emails.map((email, index) => {
    if (!hasNames) return { email };
    const own = names[isBefore ? index : index + 1] ?? '';
    if (areNames && isOtherWord(own, email)) return { email, problem: problems.unclear(own) };
    if (areNames) return toPerson(email, own, [], 'any');
    return { email, problem: problems.beside(emails.filter((each) => each !== email).join(', ')) };
  });
}

/** One address with the cells of its line, e.g. a row of a table without a head. */
function readCells(tokens: readonly Token[], address: Address, list: ListFacts): Fields[] {
  const { email } = address;
  const sign = ['\t', ';', '|', ','].find((each) => splitTokens(tokens, each).length > 1);
  const cells = sign === undefined ? [tokens] : splitTokens(tokens, sign);
  const own = cells.find((cell) => cell.some(isAddress)) ?? [];
  if (sign === ';' && own.some(({ kind }) => kind === 'sign')) {
    return cells.flatMap((cell) => (cell === own ? readCells(own, address, list) : readWords(cell)));
  }
  const at = own.findIndex(isAddress);
  const beside = [own.slice(0, at), own.slice(at + 1)].map((part) => trimName(toWords(part))).filter(Boolean);
  const [name = ''] = beside;
  const isName = beside.length === 0 || (beside.length === 1 && isLikeName(name) && !isOtherWord(name, email));
  if (!isName) return [{ email, problem: problems.unclear(beside.join(' … ')) }];
  return readRow({ email, name }, { sign, own, cells }, list);
}

interface Row {
  /** The sign between the cells; undefined where there is one. */
  readonly sign: string | undefined;
  readonly cells: readonly (readonly Token[])[];
  /** The cell with the address. */
  readonly own: readonly Token[];
}

/** The person of a row, or several where names of others stand beside the address. */
function readRow(person: { email: string; name: string }, { sign, own, cells }: Row, list: ListFacts): Fields[] {
  const { email, name } = person;
  const others = cells.filter((cell) => cell !== own).map(toWords);
  const strangers = list.isTable || sign === '\t' || sign === '|' ? [] : listStrangers(person, others);
  const missing = strangers.map((word) => ({ email: word, problem: problems.noAddress }));
  if (missing.length > 0) return [toPerson(email, name, [], 'any'), ...missing];
  const columns = sign === ',' && own === cells[0] ? 'described' : list.hasRoles ? 'with-roles' : 'any';
  // A whole name in the cell before the address ends there.
  const [front = '', ...rest] = others;
  const isBefore = name === '' && own === cells[1] && /\S\s\S/.test(front) && fitsAddress(front, email);
  return [isBefore ? toPerson(email, front, rest, columns) : toPerson(email, name, others, columns)];
}

/** Names between commas and semicolons that may be of people whose addresses are missing. */
function listStrangers({ email, name }: { email: string; name: string }, cells: readonly string[]): string[] {
  const words = cells.filter((cell) => cell !== '' && !areRoles(cell) && !/^\d+[.)]?$/.test(cell));
  const areNames = words.length > 0 && (name !== '' || areWholeNames(words));
  return areNames && !words.some((word) => fitsAddress(word, email)) ? words : [];
}

/** Whether each of one or two cells is a given and a family name. */
const areWholeNames = (words: readonly string[]) =>
  words.length === 1 || (words.length === 2 && words.every((word) => /\S\s+\S/.test(word)));

/** A name that can be taken: undefined where it is missing, a text for the problem of one that cannot. */
export function readName(name: string) {
  const trimmed = trimName(name);
  if (trimmed === '') return undefined;
  return splitName(trimmed) ?? problems.unclear(trimmed);
}
