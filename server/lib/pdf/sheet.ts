import PDFDocument from 'pdfkit';
import { getMainFace, type Face, type Weight } from './faces.ts';
import { createTags } from './tags.ts';
import { isSimple, listWords, orderRuns, placeCharacters, type Run } from './text-runs.ts';

export const page = { width: 595.28, height: 841.89, margin: 56, foot: 52 } as const;
export const inner = {
  left: page.margin,
  right: page.width - page.margin,
  width: page.width - 2 * page.margin,
} as const;

/** Colors of the light theme. */
export const inks = {
  ink: '#1a211e',
  soft: '#454e49',
  faint: '#626a65',
  rule: '#cdc6b8',
  accent: '#12594e',
  paper: '#ffffff',
} as const;

/** Between two lines, in points. */
const lineGap = 2;
const defaultSize = 9;

interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  /** Digits of one width, for columns of numbers; laying them out takes longer. */
  readonly isTabular?: true;
}

export interface Box extends TextStyle {
  readonly x: number;
  readonly width: number;
  /** The element of the text for a screen reader; by default a paragraph. */
  readonly tag?: TextTag;
}

/** Structure types of ISO 32000 for a text. */
export type TextTag = 'P' | 'H1' | 'H2' | 'TH' | 'TD' | 'Lbl' | 'LBody';
/** Structure types of elements that hold others. */
type GroupTag = 'Table' | 'TR' | 'L' | 'LI' | 'Sect';

export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  /** Writes a text at `y`; returns the `y` below it. */
  write(text: string, y: number, box: Box): number;
  measure(text: string, box: Box): number;
  rule(y: number, color?: string): void;
  /** Holds what `draw` writes in one element, e.g. the cells of a row. */
  group<Answer>(tag: GroupTag, draw: () => Answer): Answer;
  /** A picture with its words. */
  figure(alt: string, draw: () => void): void;
  /** Draws what a screen reader passes over, such as a line or the foot of a page; texts in it have no element. */
  decorate<Answer>(draw: () => Answer): Answer;
  /** Ends the tree of elements; nothing is drawn after it. */
  endTags(): void;
}

interface SheetInput {
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
  /** False in tests, so that they can search the text. */
  readonly compress: boolean;
}

/** An empty A4 sheet of a PDF/A-3b in the portal's typeface. */
export function createSheet({ title, author, madeAt, compress }: SheetInput): Sheet {
  const main = getMainFace();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    compress,
    lang: 'en',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    // No default font: built-in fonts are not embedded, as PDF/A requires.
    font: '',
    info: { Title: toPlainText(title), Author: toPlainText(author), CreationDate: madeAt },
  });
  escapeMetadata(pdf);
  pdf.registerFont('regular', main.read('regular')).registerFont('strong', main.read('strong'));
  const style = ({ size = defaultSize, weight = 'regular', color = inks.ink }: TextStyle) =>
    pdf.font(weight).fontSize(size).fillColor(color);
  const options = ({ width, align = 'left', isTabular }: Box) => ({
    width,
    align,
    lineGap,
    ...(isTabular && { features: ['tnum' as const] }),
  });
  const tags = createTags(pdf);
  return {
    pdf,
    ...tags,
    write(text, y, box) {
      const placed = placeCharacters(toPlainText(text));
      return tags.tagText(box.tag ?? 'P', () => {
        style(box);
        if (!isSimple(placed)) return drawLines(pdf, layOutLines(pdf, placed, box), y, box);
        pdf.text(placed.map(({ character }) => character).join(''), box.x, y, options(box));
        return pdf.y;
      });
    },
    measure(text, box) {
      const placed = placeCharacters(toPlainText(text));
      style(box);
      if (!isSimple(placed)) return layOutLines(pdf, placed, box).length * getLineHeight(pdf);
      return pdf.heightOfString(placed.map(({ character }) => character).join(''), options(box));
    },
    rule(y, color = inks.rule) {
      tags.decorate(() => pdf.moveTo(inner.left, y).lineTo(inner.right, y).lineWidth(0.6).strokeColor(color).stroke());
    },
  };
}

/**
 * Lets the XMP say what the information dictionary says: pdfkit puts its values into the XML as they are, so that an ampersand in a
 * name would make the metadata unreadable, and the file no PDF/A.
 */
function escapeMetadata(pdf: Pdf): void {
  const writer = pdf as Pdf & { endMetadata: () => void };
  const { endMetadata } = writer;
  writer.endMetadata = () => {
    const { info } = pdf;
    const escaped = Object.entries(info).map(([name, value]) => [
      name,
      typeof value === 'string' ? toXml(value) : value,
    ]);
    pdf.info = Object.fromEntries(escaped) as typeof info;
    endMetadata.call(pdf);
    pdf.info = info;
  };
}

const toXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Ends the sheet, and collects its bytes. */
export async function finishSheet({ pdf, endTags }: Sheet): Promise<Uint8Array> {
  endTags();
  pdf.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(chunk as unknown as Uint8Array);
  return Buffer.concat(chunks);
}

/** Without control characters, because a change of direction would show another number than the paid one. */
export const toPlainText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '');

type Pdf = PDFKit.PDFDocument;
/** In the order in which its runs are seen. */
type Line = readonly Run[];

/** Chooses a face at the size and in the colour of the text; the portal's own is registered by its weight. */
function useFace(pdf: Pdf, face: Face, weight: Weight): void {
  if (face.name === 'geist') {
    pdf.font(weight);
    return;
  }
  const name = `${face.name} ${weight}`;
  if (!registered.get(pdf)?.has(name)) {
    pdf.registerFont(name, face.read(weight));
    registered.set(pdf, (registered.get(pdf) ?? new Set()).add(name));
  }
  pdf.font(name);
}

const registered = new WeakMap<Pdf, Set<string>>();

function measureRun(pdf: Pdf, { text, face }: Run, weight: Weight): number {
  useFace(pdf, face, weight);
  return pdf.widthOfString(text);
}

/** Height of every line: that of the portal's typeface, whatever faces its letters have. */
function getLineHeight(pdf: Pdf): number {
  pdf.font('regular');
  return pdf.currentLineHeight(true) + lineGap;
}

/** Breaks a text of several scripts into lines that fit the box. A word that is wider than the box is a line of its own. */
function layOutLines(pdf: Pdf, placed: ReturnType<typeof placeCharacters>, { width, weight = 'regular' }: Box): Line[] {
  const measure = (line: Line) => line.reduce((sum, run) => sum + measureRun(pdf, run, weight), 0);
  const whole = toLine(placed);
  if (measure(whole) <= width) return [whole];
  const lines: (typeof placed)[] = [];
  for (const word of listWords(placed)) {
    const last = lines.at(-1);
    if (last && measure(toLine([...last, ...word])) <= width) last.push(...word);
    else lines.push([...word]);
  }
  return lines.map(toLine);
}

const toLine = (placed: ReturnType<typeof placeCharacters>): Line =>
  orderRuns(placed.slice(0, placed.findLastIndex(({ character }) => character !== ' ') + 1));

/** Faces whose glyphs stand in another order than their letters. */
const rearranged: ReadonlySet<string> = new Set(['thai', 'devanagari']);

/** Draws lines on the base line of the portal's typeface; returns the `y` below them. */
function drawLines(
  pdf: Pdf,
  lines: readonly Line[],
  y: number,
  { x, width, align, size = defaultSize, weight = 'regular' }: Box,
): number {
  const height = getLineHeight(pdf);
  const ascent = getMainFace().ascent * size;
  for (const [index, line] of lines.entries()) {
    const widths = line.map((run) => measureRun(pdf, run, weight));
    let at = align === 'right' ? x + width - widths.reduce((sum, each) => sum + each, 0) : x;
    // The letters are what a reader copies.
    const isRearranged = line.some(({ face }) => rearranged.has(face.name));
    if (isRearranged) pdf.markContent('Span', { actual: line.map(({ text }) => text).join('') });
    for (const [place, run] of line.entries()) {
      useFace(pdf, run.face, weight);
      pdf.text(run.text, at, y + index * height + ascent, { lineBreak: false, baseline: 'alphabetic' });
      at += widths[place] ?? 0;
    }
    if (isRearranged) pdf.endMarkedContent();
  }
  return y + lines.length * height;
}
