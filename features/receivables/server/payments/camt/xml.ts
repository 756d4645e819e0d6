import { DOMParser, type XmlElement } from '@xmldom/xmldom';
import { Problem } from '#server/lib/request/problem.ts';

/** Bounds of one file; a statement of 10,000 entries has about 400,000 elements in 24 levels. */
const most = { depth: 40, elements: 800_000 };

const elementNode = 1;

/** @throws Problem `payments.unreadable` with what is wrong and what to do */
export function refuseFile(reason: string): never {
  throw new Problem('payments.unreadable', { reason });
}

/** The first bytes of archives: ZIP, gzip, bzip2, 7z, RAR. */
const archives = ['PK', '\u{1f}\u{8b}', 'BZh', '7z', 'Rar!'];

/** Refuses what has to be unpacked or exported otherwise. */
function refuseOther(bytes: Uint8Array): void {
  const beginning = String.fromCharCode(...bytes.subarray(0, 4));
  if (bytes.every((byte) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 32))
    refuseFile('It is empty.');
  if (archives.some((first) => beginning.startsWith(first))) {
    refuseFile('It is compressed. Unpack it, and upload the XML file that is in it.');
  }
  if (beginning === '%PDF') refuseFile('It is a PDF. Export the account statement as CAMT.053, which is XML.');
}

/** The text of a file, by its byte order mark or the encoding that it names. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^[^<]*<\?xml [^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(beginning)?.[1] ?? 'utf-8';
  const isBigEndian = first === 0xfe && second === 0xff;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const marked = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : undefined;
  try {
    return new TextDecoder(marked ?? named, { fatal: true }).decode(bytes).trim();
  } catch {
    return refuseFile(`Its characters cannot be read as ${named.toUpperCase()}. Get it from the bank again.`);
  }
}

const markup =
  /<(?:!--[^]*?-->|!\[CDATA\[[^]*?\]\]>|\?[^]*?\?>|(?<closing>\/?)(?<name>[A-Za-z_][\w.:-]*)(?:"[^"]*"|'[^']*'|[^<>"'])*?(?<empty>\/?)>)/y;

/**
 * Refuses a text that is not one whole element within bounds, by one pass: parsers take some files that are cut, and document types
 * and entities have been a way to make a small file large or to read other files.
 */
function refuseUnsound(xml: string): void {
  if (!xml.startsWith('<')) refuseFile('It is no XML. Export the account statement as CAMT.053.');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) refuseFile('It has a document type or entities, which no bank statement has.');
  const open: string[] = [];
  let [elements, end] = [0, -1];
  for (let at = 0; at !== -1; at = xml.indexOf('<', at)) {
    markup.lastIndex = at;
    const found = markup.exec(xml);
    if (!found) refuseFile(damaged);
    at += found[0].length;
    const { closing = '', name, empty = '' } = found.groups ?? {};
    if (name === undefined) continue;
    if (end !== -1) refuseFile(damaged);
    if (closing !== '/') elements += 1;
    followTag(open, { name, isClosing: closing === '/', isEmpty: empty === '/' });
    if (elements > most.elements || open.length > most.depth) refuseFile('It has too many elements. Send it in parts.');
    if (open.length === 0) end = at;
  }
  if (end !== xml.length) refuseFile(damaged);
}

/** @param open the names of the elements around the tag, the innermost last */
function followTag(open: string[], tag: { name: string; isClosing: boolean; isEmpty: boolean }): void {
  if (tag.isClosing && open.pop() !== tag.name) refuseFile(damaged);
  if (!tag.isClosing && !tag.isEmpty) open.push(tag.name);
}

const damaged = 'It is damaged or cut off. Get it from the bank again.';

/** The root of a sound file. @throws Problem `payments.unreadable` */
export function parseXml(bytes: Uint8Array): XmlElement {
  refuseOther(bytes);
  const xml = decode(bytes);
  refuseUnsound(xml);
  const fail = (message: unknown) => {
    throw new Error(String(message));
  };
  try {
    const errorHandler = { warning: fail, error: fail, fatalError: fail };
    const root = new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml')?.documentElement;
    if (root) return root;
  } catch {
    // The same for the reader of the file as for one that is cut.
  }
  return refuseFile(damaged);
}

export type { XmlElement };

/** The child elements of a name, whatever their namespace prefix. */
export function listChildren(parent: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent?.firstChild ?? null; node; node = node.nextSibling) {
    const element = node as XmlElement;
    if (node.nodeType === elementNode && element.localName === name) found.push(element);
  }
  return found;
}

/** The first element at a path of names, e.g. `Acct/Id/IBAN`. */
export function findAt(parent: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = parent;
  for (const name of path.split('/')) found = listChildren(found, name)[0];
  return found;
}

/** Texts are shown and searched; longer ones are cut. */
const maxText = 500;

/** The text at a path, on one line and without control characters; undefined where it is missing or empty. */
export function findText(parent: XmlElement | undefined, path: string): string | undefined {
  return toText(findAt(parent, path));
}

export const toText = (element: XmlElement | undefined): string | undefined =>
  element?.textContent
    ?.slice(0, 4 * maxText)
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxText) || undefined;
