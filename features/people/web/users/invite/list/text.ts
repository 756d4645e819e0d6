/*
 * Texts as mail programs and spreadsheets put them on the clipboard: addresses between names, with signs that only look
 * like those of an address list.
 */

const signs: Readonly<Record<string, string>> = { '＜': '<', '＞': '>', '＠': '@', '；': ';', '，': ',', '、': ',' };

/** HTML entities, which pages that were copied as their source contain. */
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', '#39': "'" };

/** A line that was wrapped within a person. It counts as a line and is no end. */
export const softBreak = '\uE000';

/** One kind of each sign, and no invisible ones. */
export const normalizeSigns = (text: string): string =>
  text
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u00AD\uE000]/g, '')
    .replaceAll('\0', '')
    .replaceAll(/&(lt|gt|amp|quot|nbsp|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\S\n\t]/g, ' ')
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‘‚‛]([^‘’‚‛\n]*)[’‘](?=\s|[<,;]|$)/gm, '"$1"')
    .replaceAll(/[＜＞＠；，、]/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/\[([^[\]\n]*)\]\(mailto:([^()\s]+)\)/gi, '$1 <$2>')
    .replaceAll(/=\?([\w-]+)\?([bq])\?([^?\s]*)\?=/gi, decodeWord);

/** Names of raw headers, i.e. `=?utf-8?B?…?=`; what cannot be decoded stays, and is no name. */
function decodeWord(word: string, charset: string, kind: string, content: string): string {
  try {
    const text = kind.toLowerCase() === 'b' ? atob(content) : decodeQuoted(content);
    return new TextDecoder(charset, { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  } catch {
    return word;
  }
}

const decodeQuoted = (content: string) =>
  content
    .replaceAll('_', ' ')
    .replaceAll(/=([\da-f]{2})/gi, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Address lists are wrapped behind a sign, within a name, and before an address: `softBreak` instead of these ends. */
export const joinWrapped = (text: string): string =>
  text
    .replaceAll(/([,;])( *)\n( +)/g, `$1$2${softBreak}$3`)
    .replaceAll(/([>;] *[^<>@;\n]+,) *\n(?=[^\n]*<)/g, `$1${softBreak}`)
    .replaceAll(/([^\s,;>@"]) *\n *(?=<+(?:mailto:)?[^<>\s]+@)/gi, `$1${softBreak}`);

/** An address as it stands in a text, perhaps with the scheme and the query of a link. */
export const addressPattern = /(?:mailto:)?[^\s<>,;:"()[\]|@]+@[^\s<>,;:"()[\]|@]+/gi;

export const cleanAddress = (found: string): string =>
  found
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/s, '')
    .replace(/^['’`*_]+/, '')
    .replace(/['’`*.!]+$/, '');

export const listAddresses = (text: string): string[] => (text.match(addressPattern) ?? []).map(cleanAddress);
