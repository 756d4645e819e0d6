import QRCode from 'qrcode';

/** White around the code, in cells, as the standard asks for. */
const quietCells = 4;

export interface QrCells {
  /** Cells of a side, the white border among them. */
  readonly size: number;
  /** The dark cells, each run of a row as one rectangle, for SVG and PDF alike. */
  readonly path: string;
}

/** A QR code with the error correction that EPC069-12 asks for. */
export function drawQrCells(text: string): QrCells {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
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
