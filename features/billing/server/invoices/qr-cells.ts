import { createRequire } from 'node:module';
import type QRCode from 'qrcode';

/** Loaded with the first code, because it brings a writer of PNG. */
const loadQrCode = () => createRequire(import.meta.url)('qrcode') as typeof QRCode;

/** The white border in cells, as ISO/IEC 18004 requires. */
const quietCells = 4;

export interface QrCells {
  /** Cells of a side, with the white border. */
  readonly size: number;
  /** The dark cells as an SVG path: one rectangle for each run in a row. */
  readonly path: string;
}

/** A QR code with the error correction level of EPC069-12. */
export function drawQrCells(text: string): QrCells {
  const { modules } = loadQrCode().create(text, { errorCorrectionLevel: 'M' });
  const runs: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      let length = 0;
      while (column + length < modules.size && modules.get(row, column + length)) length += 1;
      if (length > 0) runs.push(`M${column + quietCells} ${row + quietCells}h${length}v1h-${length}z`);
      column += length;
    }
  }
  return { size: modules.size + quietCells * 2, path: runs.join('') };
}
