import { inflateSync } from 'node:zlib';

/** The objects of a PDF with its streams inflated, one character for each byte. */
function inflateStreams(pdf: string): string {
  return pdf.replaceAll(
    // One compressed stream of 256 ends with a byte that is a carriage return.
    /(stream\r?\n)([\s\S]*?)(\nendstream)/g,
    (whole, head: string, body: string, tail: string) => {
      try {
        return `${head}${inflateSync(Buffer.from(body, 'latin1')).toString('latin1')}${tail}`;
      } catch {
        return whole;
      }
    },
  );
}

/** The texts of a PDF as a reader sees them: glyphs by the embedded map from glyph to character. */
export function readPdfTexts(bytes: Uint8Array): string {
  const pdf = inflateStreams(Buffer.from(bytes).toString('latin1'));
  const maps = [...pdf.matchAll(/beginbfrange\s([\s\S]*?)endbfrange/g)].map(([, body = '']) => {
    const [, list = ''] = /\[([^\]]*)\]/.exec(body) ?? [];
    return [...list.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    );
  });
  const fonts = [...pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  if (maps.length === 0 || fonts.length === 0) throw new Error('the PDF has no text in an embedded font');
  const shown = pdf
    .split('\n')
    .filter((row) => row.endsWith('] TJ'))
    .map((row) => [...row.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => hex).join(''));
  // Every text in every font: which of them it is set in does not matter to the words looked for.
  return maps
    .flatMap((map) =>
      shown.map((hex) => (hex.match(/.{4}/g) ?? []).map((glyph) => map[Number.parseInt(glyph, 16)] ?? '').join('')),
    )
    .join('\n');
}
