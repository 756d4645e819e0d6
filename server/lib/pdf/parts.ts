import { inks, inner, page, type Sheet } from './sheet.ts';

/** A name and address lines. */
export interface Party {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The two columns of a head. */
export const half = inner.width / 2 - 12;
export const rightColumn = inner.right - half;

/** The lowest `y` of content. */
export const bottom = page.height - page.foot - 16;

/** Returns the top of the new page. */
export function addPage({ pdf }: Sheet): number {
  pdf.addPage();
  return page.margin;
}

interface Title {
  readonly product: string;
  readonly title: string;
  /** Below the title, e.g. the number of an invoice. */
  readonly below: string;
  /** Smaller for a long title. */
  readonly size?: number;
}

/** Draws the portal's sign, 22 points wide, as `web/ui/drawings/logo-mark.tsx` does. */
function drawMark({ pdf }: Sheet, x: number, y: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(22 / 28);
  pdf.roundedRect(0, 0, 28, 28, 7).fill(inks.accent);
  pdf.path('M7 17.5a7 7 0 0 1 14 0Z').fill(inks.paper);
  pdf.path('M5.8 20.7h16.4M14 10.3V7.7').lineWidth(1.8).lineCap('round').stroke(inks.paper);
  pdf.circle(14, 7.2, 1.3).fill(inks.paper);
  pdf.restore();
}

/** Draws the product at the left and the kind of the paper at the right. Returns the top of what follows. */
export function drawTitle(sheet: Sheet, { product, title, below, size = 24 }: Title): number {
  sheet.decorate(() => drawMark(sheet, inner.left, 38));
  sheet.write(product, 41, { x: inner.left + 30, width: half - 30, size: 13, weight: 'strong' });
  const right = { x: rightColumn, width: half, align: 'right' } as const;
  const titleEnd = sheet.write(title, 40, { ...right, size, weight: 'strong', tag: 'H1' });
  // A title of one line, or of two.
  const end = sheet.write(below, titleEnd < 80 ? 72 : titleEnd, { ...right, size: 10, color: inks.soft });
  return Math.max(108, end + 16);
}

/** Draws the name and address of a party. Returns the `y` below it. */
export function drawParty(
  sheet: Sheet,
  label: string,
  { name, lines }: Party,
  { x, y }: { readonly x: number; readonly y: number },
): number {
  const box = { x, width: half };
  let next = sheet.write(label, y, { ...box, size: 8, color: inks.faint, tag: 'H2' }) + 2;
  next = sheet.write(name, next, { ...box, size: 10, weight: 'strong' });
  for (const line of lines) next = sheet.write(line, next, { ...box, color: inks.soft });
  return next;
}

/** Draws labels over their values in four columns. Returns the `y` below them. */
export function drawFacts(
  sheet: Sheet,
  facts: readonly (readonly [label: string, value: string])[],
  y: number,
): number {
  sheet.rule(y);
  const width = inner.width / 4;
  const ends = facts.map(([label, value], column) => {
    const box = { x: inner.left + column * width, width: width - 8 };
    const next = sheet.write(label, y + 10, { ...box, size: 8, color: inks.faint }) + 2;
    return sheet.write(value, next, { ...box, size: 10, weight: 'strong' });
  });
  return Math.max(...ends) + 12;
}

/** Draws the foot of every page last, because it names the number of pages. */
export function drawFeet(sheet: Sheet, { left, right }: { readonly left: string; readonly right: string }): void {
  const { pdf } = sheet;
  const { count } = pdf.bufferedPageRange();
  const y = page.height - page.foot + 16;
  const style = { size: 7, color: inks.faint } as const;
  const x = inner.left + inner.width * 0.6;
  for (let place = 0; place < count; place += 1) {
    pdf.switchToPage(place);
    sheet.decorate(() => {
      sheet.rule(y - 8);
      sheet.write(left, y, { x: inner.left, width: inner.width * 0.6, ...style });
      const end = `${right} · page ${place + 1} of ${count}`;
      sheet.write(end, y, { x, width: inner.width * 0.4, align: 'right', ...style });
    });
  }
}
