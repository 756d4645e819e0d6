import { areRoles, problems, toPerson, type Fields } from './fields.ts';
import { fitsAddress, trimName } from './names.ts';
import { isAddress, splitTokens, toWords, type Address, type Token } from './tokens.ts';

/** Reads the people around the brackets of an address list. */
type ReadOthers = (tokens: readonly Token[]) => Fields[];

interface Mailbox {
  readonly fields: Fields;
  /** The name as it was written, where a comma without quotes stands in it. */
  readonly commaName: string | undefined;
}

/**
 * People whose addresses are in brackets behind their names. Each bracket ends one, so that signs may stand between people and
 * within names alike: `Tamm, Mari <…>, "Kask, Jaan" <…>; Peeter Paan <…>`.
 */
export function readMailboxes(tokens: readonly Token[], readOthers: ReadOthers): Fields[] {
  const read: (Fields | Mailbox)[] = [];
  let chunk: Token[] = [];
  let hasCommas = false;
  for (const token of tokens) {
    chunk.push(token);
    if (token.kind !== 'address' || !token.isNamed) continue;
    const rest = takeRoles(read, chunk);
    hasCommas ||= read.length > 0 && rest[0]?.kind === 'sign' && rest[0].sign === ',';
    read.push(...readMailbox(rest, readOthers));
    chunk = [];
  }
  const tail = takeRoles(read, chunk);
  const mailboxes = read.filter(isMailbox);
  const areMixed = hasCommas && mailboxes.some(({ commaName, fields }) => fields.name && commaName === undefined);
  const others = splitTokens(tail, ';').flatMap((part) => splitTokens(part, ',').flatMap((each) => readOthers(each)));
  return [...read.map((each) => (isMailbox(each) ? judgeComma(each, areMixed) : each)), ...others];
}

const isMailbox = (each: Fields | Mailbox): each is Mailbox => 'fields' in each;

/** A comma without quotes may also end a person whose address is missing. */
function judgeComma({ fields, commaName }: Mailbox, areMixed: boolean): Fields {
  if (commaName === undefined) return fields;
  const sides = commaName.split(',').map((side) => side.trim());
  const areWhole = sides.length > 1 && sides.every((side) => side.includes(' '));
  const isClear = !areWhole || sides.every((side) => fitsAddress(side, fields.email ?? ''));
  return areMixed || !isClear ? { ...fields, problem: problems.unclear(commaName) } : fields;
}

/** `…, Admin` behind an address is the role of its person. Gives what is left of the tokens. */
function takeRoles(read: (Fields | Mailbox)[], tokens: readonly Token[]): readonly Token[] {
  const last = read.at(-1);
  const [sign, word, ...rest] = tokens;
  const isRole = sign?.kind === 'sign' && word?.kind === 'text' && areRoles(word.text) && rest[0]?.kind !== 'address';
  if (!last || !isMailbox(last) || !isRole) return tokens;
  read[read.length - 1] = { ...last, fields: { ...last.fields, roles: word.text.trim() } };
  return rest;
}

/** One person whose address ends these tokens, and what stands before. */
function readMailbox(tokens: readonly Token[], readOthers: ReadOthers): (Fields | Mailbox)[] {
  const { email } = tokens.at(-1) as Address;
  const parts = splitTokens(tokens.slice(0, -1), ';');
  const own = parts.pop() ?? [];
  const bareAt = own.findLastIndex(isAddress);
  const before = [...parts, own.slice(0, bareAt + 1)].flatMap((part) => readOthers(part));
  const name = own.slice(bareAt + 1);
  const beside = own[bareAt];
  if (beside?.kind === 'address' && name.length === 0) {
    const [others, both] = [before.slice(0, -1), problems.beside(`${beside.email}, ${email}`)];
    return [...others, { email: beside.email, problem: both }, { email, problem: both }];
  }
  return [...before, ...readNamed(email, name, readOthers)];
}

function readNamed(email: string, tokens: readonly Token[], readOthers: ReadOthers): (Fields | Mailbox)[] {
  const last = tokens.at(-1);
  if (last?.kind === 'text' && last.isQuoted) {
    const others = splitTokens(tokens.slice(0, -1), ',').flatMap((part) => readOthers(part));
    return [...others, { fields: toPerson(email, trimName(last.text), [], 'any'), commaName: undefined }];
  }
  const words = splitTokens(tokens, ',').map((part) => trimName(toWords(part)));
  const said = words.filter((each) => each !== '');
  const name = said.join(', ');
  // A sign in front of the bracket may end another person.
  if (said.length > 0 && words.at(-1) === '') return [{ email, problem: problems.unclear(name) }];
  return [{ fields: toPerson(email, name, [], 'any'), commaName: said.length > 1 ? name : undefined }];
}
