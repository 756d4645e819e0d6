import { isWebp, readWebpSize } from './webp-header.ts';

export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** What a picture says about itself before anything of it is decoded. Sizes in pixels. */
export type PictureHeader = { format: PictureFormat; width: number; height: number };

const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** JPEG's frame markers SOF0–SOF15; C4, C8 and CC lie among them and are something else. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/**
 * Reads format and dimensions by magic bytes. `undefined`: none of PNG, JPEG and WebP. A width of 0: it is one of them
 * by its first bytes, but has no readable dimensions.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  if (pngSignature.every((byte, index) => bytes[index] === byte)) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg(bytes);
  if (isWebp(bytes)) return { format: 'webp', ...readWebpSize(bytes) };
  return undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The standard has IHDR first: signature, length, type, width, height. */
function readPng(bytes: Uint8Array): PictureHeader {
  const view = viewOf(bytes);
  const isHeaderChunk = bytes.length >= 33 && view.getUint32(12) === 0x49484452;
  if (!isHeaderChunk) return { format: 'png', width: 0, height: 0 };
  return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readJpeg(bytes: Uint8Array): PictureHeader {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1);
    if (frameMarkers.has(marker)) {
      return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    const isFill = marker === 0xff;
    at += isFill ? 1 : 2 + view.getUint16(at + 2);
  }
  return { format: 'jpeg', width: 0, height: 0 };
}
