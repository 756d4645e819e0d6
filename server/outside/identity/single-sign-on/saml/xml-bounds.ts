export interface XmlBounds {
  /** In UTF-16 units. */
  readonly length: number;
  readonly depth: number;
  readonly elements: number;
  /** Attributes of all elements together. */
  readonly attributes: number;
}

/**
 * Bounds of answers, whose signatures are verified: several passes for each certificate. Answers of Entra with 150
 * groups have about 250 elements.
 */
export const answerBounds: XmlBounds = { length: 100_000, depth: 16, elements: 400, attributes: 400 };
/** Bounds of metadata, which SuperAdmins paste and which is parsed alone. That of Entra has about 1,000 elements. */
export const metadataBounds: XmlBounds = { length: 200_000, depth: 24, elements: 4000, attributes: 8000 };

const nameText = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const attribute = `\\s+${nameText}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
const patterns = {
  declaration: /^<\?xml [^<>?]*\?>/,
  opening: new RegExp(`<(${nameText})((?:${attribute})*)\\s*(/?)>`, 'y'),
  closing: new RegExp(`</(${nameText})\\s*>`, 'y'),
  attribute: new RegExp(attribute, 'g'),
};

/**
 * Whether a text is one well-formed element within bounds, by one pass that is linear in its length. Parsers and the
 * canonical form cost more than that for deep or wide documents, so that this comes before them. Comments, CDATA sections,
 * document types and processing instructions are never taken: no sign-in service needs them, and each has been a way to
 * make two readers see two documents.
 */
export function isBoundedXml(text: string, most: XmlBounds): boolean {
  if (text.length > most.length || text.includes('\0')) return false;
  const xml = text
    .replace(/^\uFEFF/, '')
    .replace(patterns.declaration, '')
    .trim();
  const open: string[] = [];
  let [elements, attributes] = [0, 0];
  for (let at = 0; at !== -1; at = xml.indexOf('<', at)) {
    const tag = readTag(xml, at);
    if (!tag || (tag.isClosing && open.pop() !== tag.name)) return false;
    if (!tag.isClosing) elements += 1;
    attributes += tag.attributes;
    if (tag.isOpening) open.push(tag.name);
    if (elements > most.elements || attributes > most.attributes || open.length > most.depth) return false;
    at += tag.length;
    if (open.length === 0) return at === xml.length;
  }
  return false;
}

const dropped = [
  { start: '<!--', end: '-->', isText: false },
  { start: '<![CDATA[', end: ']]>', isText: true },
  { start: '<?', end: '?>', isText: false },
] as const;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A document without its comments and processing instructions, and with CDATA sections as text, in one pass. For metadata
 * alone, which is pasted for a form: of an answer, two readers might see two documents. Document types stay, and are refused.
 */
export function toPlainXml(xml: string): string {
  let [plain, at] = ['', 0];
  for (const { 0: found, index } of xml.matchAll(/<!--|<!\[CDATA\[|<\?/g)) {
    const { start, end, isText } = dropped.find((each) => each.start === found) ?? dropped[0];
    // One that begins within another one.
    if (index < at) continue;
    const endAt = xml.indexOf(end, index + start.length);
    if (endAt < 0) return xml;
    const content = isText ? xml.slice(index + start.length, endAt) : '';
    plain += xml.slice(at, index) + content.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign);
    at = endAt + end.length;
  }
  return plain + xml.slice(at);
}

/** The tag that begins there; undefined for anything else. */
function readTag(xml: string, at: number) {
  const closing = matchAt(patterns.closing, xml, at);
  if (closing)
    return { name: closing[1] ?? '', length: closing[0].length, isClosing: true, isOpening: false, attributes: 0 };
  const opening = matchAt(patterns.opening, xml, at);
  if (!opening) return undefined;
  const [{ length }, name = '', attributes = '', end = ''] = opening;
  const count = attributes.match(patterns.attribute)?.length ?? 0;
  return { name, length, isClosing: false, isOpening: end === '', attributes: count };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
