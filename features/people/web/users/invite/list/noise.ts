import { isGreeting, isOfSentence, trimName } from './names.ts';

/** Ends of letters and signatures, and notes of mail programs below them. */
const closings =
  /^(?:(?:best|kind|warm|many|with) (?:regards|wishes|thanks)|regards|cheers|thank you|sincerely|yours|(?:mit )?(?:freundlich|best|viel|lieb|schön|herzlich)en? (?:grüß|dank)|lugupidamisega|parimat|parimate|tervitades|tervitustega|tänan|sent from |get outlook|gesendet von |saadetud )/iu;

/** Ends of the names of firms, and titles of jobs. */
const others =
  /(?:^|\s)(?:OÜ|AS|MTÜ|GmbH|AG|KG|SE|Ltd|Limited|Inc|LLC|PLC|Oy|AB|SIA|UAB|B\.?V|[Mm]anager(?:in)?|[Dd]irector|[Ee]ngineer|[Dd]eveloper|[Cc]onsultant|[Oo]fficer|[Aa]nalyst|[Ss]pecialist|[Aa]ssistant|\p{L}*leiter(?:in)?|\p{L}*juhataja|[Ss]petsialist)\.?$/u;

const labels = /^(?:tel|telefon|telephone|phone|mobile|mobil|mob|fax|web)\W*$/i;
const telephone = /\+?\(?\d[\d\s()./–-]{5,}/g;
const webAddress = /^(?:https?:\/\/|www\.)\S+$/i;
/** Times of chats, and numbers of houses. A word with a digit may be a login. */
const numbers = /\d[:.]\d\d\b|(?:^|\s)\d+(?:\W|$)/;

function isNoisePart(part: string): boolean {
  const text = trimName(part.replaceAll(telephone, ' '));
  const words = text.replace(/[.!,]+$/, '').split(' ');
  return (
    !/\p{L}{2}/u.test(text) ||
    labels.test(text) ||
    webAddress.test(part.trim()) ||
    numbers.test(text) ||
    closings.test(text) ||
    others.test(text) ||
    isGreeting(words[0] ?? '') ||
    /\p{L}{3,}[!?…]$/u.test(text) ||
    words.length > (/\p{Lu}|\p{Lo}/u.test(text) ? 6 : 4) ||
    isOfSentence(words)
  );
}

/**
 * Whether words without an address are of the letter, signature or chat that people were copied from. What may be a person, whose
 * address is missing then, or an address that is written in another way is none.
 */
export function isNoise(words: string): boolean {
  if (/@/.test(words)) return false;
  return /\d:\d\d\b/.test(words) || words.split(/\s[|·•]\s/).every((part) => isNoisePart(part));
}
