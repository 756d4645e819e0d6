import type { Sharp } from 'sharp';
import type { NormalisedPicture, NormalisePicture, Picture, PictureFault } from './images.ts';
import { readPictureHeader } from './picture-header.ts';
import type { PictureFormat, PictureHeader } from './picture-header.ts';

/** What one kind of picture may be. */
interface PictureLimits {
  readonly formats: readonly PictureFormat[];
  readonly maxBytes: number;
  readonly maxPixels: number;
  readonly decodeSeconds: number;
  /** Of zlib, 1 to 9: what is written of a PNG against the time it takes. */
  readonly pngLevel: number;
  /** In pixels; a picture that does not fit gets a thumbnail that does. */
  readonly thumbnail?: { readonly width: number; readonly height: number };
}

const maxWaiting = 20;

/**
 * Takes a picture by its content, never by its name, decodes it whole and encodes it anew: upright, sRGB, eight
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

function checkHeader(bytes: Uint8Array, { formats, maxBytes, maxPixels }: PictureLimits): PictureHeader | PictureFault {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > maxBytes) return 'too-heavy';
  const header = readPictureHeader(bytes);
  if (header === undefined || !formats.includes(header.format)) return 'wrong-type';
  if (header.width === 0 || header.height === 0) return 'damaged';
  return header.width * header.height > maxPixels ? 'too-many-pixels' : header;
}

async function reencode(bytes: Uint8Array, format: PictureFormat, limits: PictureLimits): Promise<NormalisedPicture> {
  try {
    const picture = await encode(await decode(bytes, limits), format, limits);
    const box = limits.thumbnail;
    if (!box || (picture.width <= box.width && picture.height <= box.height)) return { ok: true, ...picture };
    const small = (await decode(picture.bytes, limits)).resize({ ...box, fit: 'inside' });
    return { ok: true, ...picture, thumbnail: await encode(small, format, limits) };
  } catch (error) {
    return refuse((error as Error).message.includes('timeout') ? 'too-slow' : 'damaged');
  }
}

async function decode(bytes: Uint8Array, { maxPixels, decodeSeconds }: PictureLimits): Promise<Sharp> {
  const sharp = await loadSharp();
  const decoder = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', pages: 1 });
  return decoder.timeout({ seconds: decodeSeconds }).autoOrient().toColourspace('srgb');
}

async function encode(picture: Sharp, format: PictureFormat, { pngLevel }: PictureLimits): Promise<Picture> {
  const encoders: Readonly<Record<PictureFormat, () => Sharp>> = {
    png: () => picture.png({ compressionLevel: pngLevel }),
    jpeg: () => picture.jpeg({ quality: 90 }),
    // More effort saves few bytes and takes several times as long.
    webp: () => picture.webp({ quality: 90, effort: 2 }),
  };
  const { data, info } = await encoders[format]().toBuffer({ resolveWithObject: true });
  return { bytes: data, contentType: `image/${format}`, width: info.width, height: info.height };
}

/** Loaded with the first picture: the library is 30 MB that an idle portal does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp'].flatMap((name) => [
      `VipsForeignLoad${name}Buffer`,
      `VipsForeignLoad${name}Source`,
    ]),
  });
  return sharp;
}
