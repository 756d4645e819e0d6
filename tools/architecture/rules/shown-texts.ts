import { Visitor } from 'vite';
import type { Refused } from '../glossary.ts';
import { sideOf } from '../rooms.ts';
import type { Finding, SourceFile } from '../source-file.ts';

/** The files whose texts users read: pages, messages of the contract and of the API, mails and the PDF. Metrics are for operators. */
const read =
  /^(?:web|contract(?!\/metrics\/)|features|server\/(?:access|http|lib\/(?:calendar|request)|outside\/(?:mail|assistants)|records))\//;
const unread = /\.(?:test|api\.test|sweep\.test|sql)\.tsx?$|\/testing\/|\.repository\.ts$/;

interface Exception {
  readonly path: RegExp;
  readonly text: RegExp;
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  { path: /./, text: /can not be empty!$/, reason: 'quoted by the specification' },
  { path: /./, text: /^Log in(?: to the portal| now)?$/, reason: 'quoted by the specification' },
  { path: /./, text: /^Suspend organisation$/, reason: 'a title of the specification' },
  { path: /otlp-encoding\.ts$/, text: /^Refused$/, reason: 'the name of an error' },
  { path: /message-parts\.ts$/, text: /text, picture, video/, reason: 'a specified type' },
  { path: /import-settings\.ts$/, text: /^Bot Framework transcripts$/, reason: 'the name of a product' },
  { path: /smtp-mail\.ts$/, text: /^MAIL FROM/, reason: 'a command of SMTP' },
  { path: /./, text: /^budget warnings?\b/i, reason: 'a notification setting of the specification' },
];

interface Text {
  readonly text: string;
  readonly start: number;
}

/** Sentences and labels hold more than one word; a label of one word starts with a capital and holds no other. */
const isText = (text: string) => /[a-z].* .*[a-z]/i.test(text) || /^[A-Z][a-z-]+$/.test(text);

/** Literals, attributes, templates and JSX texts that are sentences or labels. */
function listTexts({ program }: SourceFile): Text[] {
  const texts: Text[] = [];
  const add = (raw: string, start: number) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (isText(text)) texts.push({ text, start });
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.value, node.start);
    },
    TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked ?? '').join('…'), start),
    JSXText: (node) => add(node.value, node.start),
  }).visit(program);
  return texts;
}

/** Keeps texts that people read: log entries, selectors and SQL start in lower case on the server. */
const isRead = (path: string, text: string) => sideOf(path) === 'web' || /^[A-Z“…]/.test(text);

const toPattern = ({ words }: Refused) => new RegExp(`(?<![\\w-])${words.join(' ')}(?![\\w-])`, 'i');

/** The texts of screens, mails and messages use the words of the table "Shown words". */
export function checkShownTexts(files: readonly SourceFile[], words: readonly Refused[]): Finding[] {
  const patterns = words.map((refused) => ({ ...refused, pattern: toPattern(refused) }));
  const isExcepted = (path: string, text: string) =>
    exceptions.some((one) => one.path.test(path) && one.text.test(text));
  return files
    .filter(({ path }) => read.test(path) && !unread.test(path))
    .flatMap((file) =>
      listTexts(file).flatMap(({ text, start }) => {
        const found = patterns.find(({ pattern }) => pattern.test(text));
        if (!found || !isRead(file.path, text) || isExcepted(file.path, text)) return [];
        const message = `"${text}": pages and mails say "${found.instead}", not "${found.words.join(' ')}"`;
        return [{ path: file.path, line: file.lineAt(start), message }];
      }),
    );
}
