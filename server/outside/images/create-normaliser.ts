import type { Sharp } from 'sharp';
import type { NormalisedPicture, NormalisePicture, PictureFault } from './images.ts';
import { readPictureHeader } from './picture-header.ts';
import type { PictureHeader } from './picture-header.ts';

/** What one kind of picture may be. */
interface PictureLimits {
  readonly maxBytes: number;
  readonly maxPixels: number;
  readonly decodeSeconds: number;
  /** Of zlib, 1 to 9: what is written of a PNG against the time it takes. */
  readonly pngLevel: number;
}

const maxWaiting = 20;

/**
 * Takes a PNG or JPEG by its content, never by its name, decodes it whole and encodes it anew: upright, sRGB, eight
 * bits, first frame only, without metadata and without anything that was hidden behind the picture. Dimensions are
 * checked before anything is decoded, because 400 KB can unpack to 400 MB. Decodes of one kind run one after the
 * other, so that many uploads at once need no more memory than one.
 */
export function createNormaliser(limits: PictureLimits): NormalisePicture {
  let lastDecode: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (bytes) => {
    const header = checkHeader(bytes, limits);
    if (typeof header === 'string') return refuse(header);
    if (waiting >= maxWaiting) return refuse('too-slow');
    waiting += 1;
    const decoding = lastDecode.then(() => reencode(bytes, header.format, limits));
    lastDecode = decoding.catch(() => undefined);
    try {
      return await decoding;
    } finally {
      waiting -= 1;
    }
  };
}

function refuse(reason: PictureFault): NormalisedPicture {
  return { ok: false, reason };
}

function checkHeader(bytes: Uint8Array, { maxBytes, maxPixels }: PictureLimits): PictureHeader | PictureFault {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > maxBytes) return 'too-heavy';
  const header = readPictureHeader(bytes);
  if (header === undefined) return 'wrong-type';
  if (header.width === 0 || header.height === 0) return 'damaged';
  return header.width * header.height > maxPixels ? 'too-many-pixels' : header;
}

async function reencode(
  bytes: Uint8Array,
  format: PictureHeader['format'],
  { maxPixels, decodeSeconds, pngLevel }: PictureLimits,
): Promise<NormalisedPicture> {
  const sharp = await loadSharp();
  const decoder = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 });
  const upright = decoder.timeout({ seconds: decodeSeconds }).autoOrient().toColourspace('srgb');
  try {
    const { data, info } = await encode(upright, format, pngLevel).toBuffer({ resolveWithObject: true });
    return { ok: true, bytes: data, contentType: `image/${format}`, width: info.width, height: info.height };
  } catch (error) {
    return refuse((error as Error).message.includes('timeout') ? 'too-slow' : 'damaged');
  }
}

function encode(picture: Sharp, format: PictureHeader['format'], pngLevel: number): Sharp {
  return format === 'png' ? picture.png({ compressionLevel: pngLevel }) : picture.jpeg({ quality: 90 });
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
