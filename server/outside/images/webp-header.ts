/** The first chunk ends after 30 bytes at the earliest, whatever it is. */
const minLength = 30;
/** Of the first chunk's content, after RIFF, length, WEBP, its name and its length. */
const content = 20;

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const none: PixelSize = { width: 0, height: 0 };

export function isWebp(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP');
}

/** In pixels, by the name of the first chunk: extended, lossless or lossy. 0 by 0 where there are none to read. */
export function readWebpSize(bytes: Uint8Array): PixelSize {
  if (bytes.length < minLength) return none;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasText(bytes, 12, 'VP8X')) return { width: readCanvasSide(view, 24), height: readCanvasSide(view, 27) };
  if (hasText(bytes, 12, 'VP8L')) return readLossless(view);
  return hasText(bytes, 12, 'VP8 ') ? readLossy(view) : none;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((letter, index) => bytes[at + index] === letter.codePointAt(0));
}

/** Three bytes, one less than the side. */
function readCanvasSide(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00 + 1;
}

/** A mark, then twice fourteen bits, each one less than the side. */
function readLossless(view: DataView): PixelSize {
  if (view.getUint8(content) !== 0x2f) return none;
  const bits = view.getUint32(content + 1, true);
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
}

/** A frame tag, a mark, then twice fourteen bits below two of scale. */
function readLossy(view: DataView): PixelSize {
  const hasMark = view.getUint8(content + 3) === 0x9d && view.getUint16(content + 4, true) === 0x2a_01;
  if (!hasMark) return none;
  return { width: view.getUint16(content + 6, true) & 0x3f_ff, height: view.getUint16(content + 8, true) & 0x3f_ff };
}
