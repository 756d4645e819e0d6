/** A kind of file that holds no log that can be read, by the bytes with which it begins. */
interface FileKind {
  readonly starts: ReadonlyArray<string | readonly number[]>;
  /** Pattern that the first bytes have to match too. */
  readonly inside?: RegExp;
  /** Kind of the file, and what to do with it, in words for its user. */
  readonly words: string;
}

const zip = [0x50, 0x4b, 0x03, 0x04];

const kinds: readonly FileKind[] = [
  { starts: [zip], inside: /xl\/|workbook|sharedStrings/, words: 'an Excel workbook: save it as CSV' },
  { starts: [zip], inside: /opendocument\.spreadsheet/, words: 'a LibreOffice workbook: save it as CSV' },
  { starts: [zip], inside: /word\/|ppt\/|opendocument/, words: 'a document of an office program' },
  { starts: [zip, [0x50, 0x4b, 0x05, 0x06]], words: 'a zip archive: unpack it, and choose the file in it' },
  { starts: [[0xd0, 0xcf, 0x11, 0xe0]], words: 'a workbook or document of an older office program: save it as CSV' },
  { starts: ['%PDF'], words: 'a PDF document' },
  {
    starts: [
      [0x89, 0x50, 0x4e, 0x47],
      [0xff, 0xd8, 0xff],
      'GIF8',
      'RIFF',
      'BM\u0000',
      [0x49, 0x49, 0x2a, 0],
      [0x4d, 0x4d, 0, 0x2a],
    ],
    words: 'an image or a recording',
  },
  {
    starts: [[0x1f, 0x8b], 'BZh', [0xfd, 0x37, 0x7a, 0x58], [0x28, 0xb5, 0x2f, 0xfd], [0x37, 0x7a, 0xbc, 0xaf], 'Rar!'],
    words: 'a compressed file: unpack it first',
  },
  {
    starts: ['PAR1', 'ARROW1', 'ORC', 'Obj\u0001', 'SQLite format 3'],
    words: 'a file of a database: export it as CSV or JSON',
  },
  { starts: ['{\\rtf'], words: 'a document of a word processor' },
  { starts: ['<!doctype html', '<html', '<table'], words: 'a web page: export the log as CSV or JSON' },
  { starts: ['<?xml', '<workbook'], words: 'XML: export the log as CSV or JSON' },
];

const beginning = 8192;

const startsWith = (text: string, start: string | readonly number[]): boolean =>
  text
    .toLowerCase()
    .startsWith(typeof start === 'string' ? start.toLowerCase() : String.fromCharCode(...start).toLowerCase());

/** Describes a file that is no text, in words for its user; undefined for one that may be a log. */
export function findFileKind(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, beginning))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  const kind = kinds.find(
    ({ starts, inside }) => starts.some((start) => startsWith(text, start)) && (inside?.test(text) ?? true),
  );
  return kind?.words;
}

/** Bytes that no text has, which make a file one of a program. NUL is one too, unless it is every second byte, as in UTF-16. */
export const isBinary = (units: string): boolean => {
  const sample = units.slice(0, beginning);
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > 8 + sample.length / 50;
};
