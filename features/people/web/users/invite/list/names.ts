export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Signs that stand in no name; a text with one of them is something else, e.g. another person's address, a telephone or a time. */
const foreign = /[@;<>"=|{}[\]\\]|\+\d|\d[\s()./:-]+\d/;

const suffix = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|dr|md|m\.?sc|b\.?sc|ma|mba|esq|cpa|llm)\.?$/i;

/** Whether a text has no sign of something else than a name. */
export const isOfName = (text: string): boolean => !foreign.test(text);

/** Forms of address and degrees in front of a name. */
const titles = /^(?:(?:dr|prof|mr|mrs|ms|mx|miss|herr|frau|hr|pr|mag|ing|dipl\.?-ing|sir|m\.?a)\.?\s+)+(?=\p{L})/iu;

/** In front of the people of an address list: `To:`, `Team:`, bullets and numbers. */
const lead = /^(?:[\s•·‣▪●○◦*>–—-]+|\(?\d{1,4}[.)](?=\s)|(?:and|und|ja|oder|or|&|\+)(?=\s|$)|[^:@<>"]{1,60}:)+/u;

/** Behind a name: for whom it was sent, and the old address of an Exchange server. */
const otherSender = /\s(?:on behalf of|im auftrag von|via)\s.*$|\s\/o=.*$/is;

/** Removes signs around a name in a list, i.e. comments, quotes and dashes. */
export function trimName(text: string): string {
  let name = text.replace(lead, '');
  for (let before = ''; before !== name;) {
    before = name;
    name = name
      .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
      .replace(otherSender, '')
      .trim()
      .replace(/^(['’"`*_])(.*)\1$/s, '$2')
      .replace(/^[\s,;|/–—-]+|[\s,;|/:=–—-]+$/g, '');
  }
  return name.replaceAll(/\s+/g, ' ');
}

/** Whether words beside an address may be a name, and are no sentence around it. */
export const isLikeName = (name: string): boolean =>
  /(?:^|[\s'’-])[\p{Lu}\p{Lt}\p{Lo}]/u.test(name) && name.split(' ').length <= 6;

/** A title stays where it would leave one name alone. */
function untitle(name: string): string {
  const rest = name.replace(titles, '');
  return rest.includes(' ') ? rest : name;
}

/** Small words of family names; another one in small letters is of a sentence around the name. */
const particles =
  /^(?:van|von|vom|der|den|dem|des|de|del|della|degli|di|da|das|do|dos|du|la|las|le|los|les|el|al|ad|af|av|ap|bin|ibn|bint|ben|ten|ter|te|tho|thor|zu|zum|zur|und|och|e|i|y|d'|’t|'t|op|in|het|san|st)$/iu;
/** Words that people write in front of a name, and titles of jobs behind it. */
const greetings =
  /^(?:hi|hello|hey|dear|thanks|please|add|also|invite|new|hallo|liebe|lieber|danke|bitte|kollege|kollegin|tere|palun|aitäh|ceo|cfo|cto|coo|cio|hr)$/iu;

export const isGreeting = (word: string): boolean => greetings.test(word);

/** Whether words are those of a sentence with a name in it. */
export function isOfSentence(words: readonly string[]): boolean {
  const isNamed = words.some((word) => /^\p{Lu}/u.test(word));
  const isOther = (word: string) => /^\p{Ll}/u.test(word) && !particles.test(word);
  return isNamed && words.length > 2 && words.some((word) => isOther(word) || greetings.test(word));
}

/** Given and family name. 'Maasikas, Mari' is turned round; undefined for what may be several names or none. */
export function splitName(text: string): PersonName | undefined {
  const [first = '', second, ...more] = text.split(',').map((part) => part.trim());
  if (foreign.test(text) || more.length > 0) return undefined;
  const isTitle = second !== undefined && suffix.test(second);
  if (second && !isTitle) return { firstName: second.replace(titles, ''), lastName: first };
  const words = [untitle(first), isTitle ? second : ''].join(' ').split(/\s+/);
  const said = words.filter((word) => word !== '');
  if (isOfSentence(said)) return undefined;
  // French and Estonian lists write the family name in capitals, in front of the given one.
  const capitals = said.findIndex((word) => !/^\p{Lu}[\p{Lu}'’-]{2,}$/u.test(word));
  const [given = '', ...family] = capitals > 0 ? [...said.slice(capitals), ...said.slice(0, capitals)] : said;
  return { firstName: given, lastName: family.join(' ') || given };
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** 'mari.maasikas@…' is Mari Maasikas. */
export function nameOfAddress(email: string): PersonName {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '');
  const [firstName = '', ...family] = words.map(capitalize);
  return { firstName, lastName: family.join(' ') || firstName };
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\s.-]/gu, '');

/** Whether a word of the name, or its initials, stand in an address, so that they are of one person. */
export function fitsAddress(name: string, email: string): boolean {
  const local = fold(email.split('@')[0] ?? '');
  const words = fold(name)
    .split(/[\s.-]+/)
    .filter((word) => word !== '');
  const parts = local.split(/[.-]+/).filter((part) => part.length > 2);
  const initials = words.map((word) => word.charAt(0)).join('');
  return (
    words.some((word) => word === local || (word.length > 2 && local.includes(word))) ||
    words.some((word) => parts.includes(word)) ||
    (initials.length > 1 && local === initials)
  );
}

/** Whether an address names all words of a name of two or more, so that both are of one person. */
export function isWholeNameOf(name: string, email: string): boolean {
  const local = fold(email.split('@')[0] ?? '');
  const words = fold(name)
    .split(/[\s.-]+/)
    .filter((word) => word.length > 1);
  return words.length > 1 && words.every((word) => local.includes(word));
}

/** Whether an address of two words names them the other way round, e.g. `Tamm`, `Mari`, `mari.tamm@…`. */
export function areTurned(first: string, second: string, email: string): boolean {
  const [given, family, ...more] = fold(email.split('@')[0] ?? '').split('.');
  return more.length === 0 && given === fold(second.trim()) && family === fold(first.trim());
}

/**
 * Kind of a cell of two or more words before another cell: given names where the other cell is in the address, a whole name where
 * its own last word is; otherwise unclear, because what stands beside may be a department or a state.
 */
export function judgeCell(cell: string, beside: string, email: string): 'name' | 'given' | 'unclear' {
  const words = cell.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  if (last === undefined || beside.trim() === '' || fitsAddress(beside, email)) return 'given';
  return fitsAddress(last, email) ? 'name' : 'unclear';
}

/** A single word before an address of a given and a family name that has neither of them, e.g. `Contact mari.tamm@…`. */
export function isOtherWord(name: string, email: string): boolean {
  const isOfPerson = /^\p{L}{3,}[._-]\p{L}{3,}@/u.test(email);
  return isOfPerson && name !== '' && !name.includes(' ') && !fitsAddress(name, email);
}
