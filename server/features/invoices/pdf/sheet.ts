import PDFDocument from 'pdfkit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

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

export type Weight = 'regular' | 'strong';

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
}

export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  /** Writes a text at `y`; returns the `y` below it. */
  write(text: string, y: number, box: Box): number;
  measure(text: string, box: Box): number;
  rule(y: number, color?: string): void;
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
  const fonts = loadFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    compress,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    // No default font: built-in fonts are not embedded, as PDF/A requires.
    font: '',
    info: { Title: title, Author: author, CreationDate: madeAt },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('strong', fonts.strong);
  const style = ({ size = 9, weight = 'regular', color = inks.ink }: TextStyle) =>
    pdf.font(weight).fontSize(size).fillColor(color);
  const options = ({ width, align = 'left', isTabular }: Box) => ({
    width,
    align,
    lineGap: 2,
    ...(isTabular && { features: ['tnum' as const] }),
  });
  const clean = (text: string) => toDrawable(text, fonts.draws);
  return {
    pdf,
    write(text, y, box) {
      style(box).text(clean(text), box.x, y, options(box));
      return pdf.y;
    },
    measure: (text, box) => style(box).heightOfString(clean(text), options(box)),
    rule(y, color = inks.rule) {
      pdf.moveTo(inner.left, y).lineTo(inner.right, y).lineWidth(0.6).strokeColor(color).stroke();
    },
  };
}

/**
 * The text without characters that the font lacks, because PDF/A forbids them, and without control characters, because a
 * change of direction would show another number than the paid one.
 */
export function toDrawable(text: string, draws: (codePoint: number) => boolean): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '');
  return Array.from(plain, (character) => (draws(character.codePointAt(0) ?? 0) ? character : '?')).join('');
}

interface Fonts {
  readonly regular: Buffer;
  readonly strong: Buffer;
  /** Whether the font has a glyph for a character; PDF/A allows no others. */
  readonly draws: (codePoint: number) => boolean;
}

let fonts: Fonts | undefined;

const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/geist/${file}`)));

/** The portal's typeface, of which the PDF embeds the used glyphs. Read once, with the first PDF. */
function loadFonts(): Fonts {
  if (fonts) return fonts;
  const [regular, strong] = [read('400Regular/Geist_400Regular.ttf'), read('600SemiBold/Geist_600SemiBold.ttf')];
  const font = create(regular);
  fonts = {
    regular,
    strong,
    draws: (codePoint) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint),
  };
  return fonts;
}
