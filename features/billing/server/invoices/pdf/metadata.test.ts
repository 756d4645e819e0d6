import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { renderRecord } from './render-record.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescape = (xml: string) => xml.replaceAll(/&(amp|lt|gt|quot);/g, (_whole, name: string) => entities[name] ?? '');

/** Title and author by the XMP of a PDF, which is parsed as strictly as XML is. */
function readMetadata(pdf: Uint8Array) {
  const [xmp = ''] = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(pdf).toString('utf8')) ?? [];
  const fail = (message: unknown) => {
    throw new Error(String(message));
  };
  new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } }).parseFromString(xmp, 'text/xml');
  const [title, author] = [...xmp.matchAll(/<rdf:li[^>]*>([^<]*)<\/rdf:li>/g)].map(([, text = '']) => unescape(text));
  return { title, author };
}

test.each<[number: string, company: string, title?: string, author?: string]>([
  ['A-1', 'Smith & Sons OÜ'],
  ['A<1>&"2"', '<b>Ελληνική</b> & "Εταιρεία"'],
  ['&amp;', 'a]]>b'],
  ['x\u0001\u202Ey', 'Ä\u0000Ö', 'x y', 'Ä Ö'],
])('the metadata of %j by %j is XML, and says what the document says', async (number, company, title, author) => {
  const dates = { issueDate: '2026-11-01', dueDate: '2026-11-15', madeAt: new Date('2026-11-01T08:00:00Z') };
  const pdf = await renderRecord({ number, company, ...dates, total: 1, status: 'Paid', addedBy: null });
  expect(readMetadata(pdf)).toEqual({ title: `Record of the company ${title ?? number}`, author: author ?? company });
});
