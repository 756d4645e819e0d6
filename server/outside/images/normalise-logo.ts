import type { Sharp } from 'sharp';
import { readPictureHeader } from './picture-header.ts';
import type { PictureHeader } from './picture-header.ts';
import { PictureRefused } from './picture.ts';
import type { Picture } from './picture.ts';

export const maxLogoBytes = 2 * 1024 * 1024;
export const maxLogoPixels = 4_000_000;

const decodeSeconds = 5;
const maxWaiting = 20;

/** Decodes run one after the other, so that many uploads at once need no more memory than one. */
let lastDecode: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Takes a PNG or JPEG by its content, never by its name, decodes it whole and encodes it anew: upright, sRGB, eight
 * bits, first frame only, without metadata and without anything that was hidden behind the picture. Dimensions are
 * checked before anything is decoded, because 400 KB can unpack to 400 MB. Throws `PictureRefused`.
 */
export async function normaliseLogo(bytes: Uint8Array): Promise<Picture> {
  const { format } = checkHeader(bytes);
  if (waiting >= maxWaiting) throw new PictureRefused('too-slow');
  waiting += 1;
  const decoding = lastDecode.then(() => reencode(bytes, format));
  lastDecode = decoding.catch(() => undefined);
  try {
    return await decoding;
  } finally {
    waiting -= 1;
  }
}

function checkHeader(bytes: Uint8Array): PictureHeader {
  if (bytes.length === 0) throw new PictureRefused('empty');
  if (bytes.length > maxLogoBytes) throw new PictureRefused('too-heavy');
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new PictureRefused('wrong-type');
  if (header.width === 0 || header.height === 0) throw new PictureRefused('damaged');
  if (header.width * header.height > maxLogoPixels) throw new PictureRefused('too-many-pixels');
  return header;
}

async function reencode(bytes: Uint8Array, format: PictureHeader['format']): Promise<Picture> {
  const sharp = await loadSharp();
  try {
    const decoder = sharp(bytes, { limitInputPixels: maxLogoPixels, failOn: 'warning', pages: 1 });
    const upright = decoder.timeout({ seconds: decodeSeconds }).autoOrient().toColourspace('srgb');
    const { data, info } = await encode(upright, format).toBuffer({ resolveWithObject: true });
    return { bytes: data, contentType: `image/${format}`, width: info.width, height: info.height };
  } catch (error) {
    const isTimeout = (error as Error).message.includes('timeout');
    throw new PictureRefused(isTimeout ? 'too-slow' : 'damaged', error);
  }
}

function encode(picture: Sharp, format: PictureHeader['format']): Sharp {
  return format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 90 });
}

/** Loaded with the first picture: the library is 30 MB that an idle portal does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngSource',
      'VipsForeignLoadJpegSource',
    ],
  });
  return sharp;
}
