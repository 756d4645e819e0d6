import type { Sharp } from 'sharp';
import { createFairLimiter } from '../../lib/concurrency/fair-limiter.ts';
import { createShares } from '../../lib/concurrency/shares.ts';

export type PictureFormat = 'png' | 'jpeg' | 'webp';

/**
 * Why a picture is refused:
 * - `empty`: no bytes
 * - `too-heavy`: more bytes than its kind may have
 * - `wrong-type`: its content, whatever its name, has no format of its kind
 * - `too-many-pixels`: larger than its kind may be
 * - `damaged`: it can not be decoded to the end
 * - `too-slow`: decoding took too long, or too many pictures wait
 */
export type PictureFault = 'empty' | 'too-heavy' | 'wrong-type' | 'too-many-pixels' | 'damaged' | 'too-slow';

/** A picture encoded by the product. Sizes in pixels. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly contentType: `image/${PictureFormat}`;
  readonly width: number;
  readonly height: number;
}

/** `thumbnail` is there where the kind has one and the picture is larger than it. */
export type NormalisedPicture =
  | ({ readonly ok: true; readonly thumbnail?: Picture } & Picture)
  | { readonly ok: false; readonly reason: PictureFault };

/**
 * Makes a clean picture of uploaded bytes; bad input is answered with its fault, never thrown. The companies take turns, so that one
 * with many or slow pictures keeps no other waiting for long.
 */
export type NormalisePicture = (bytes: Uint8Array, companyId?: string) => Promise<NormalisedPicture>;

/** Limits of one kind of picture. */
interface PictureLimits {
  readonly formats: readonly PictureFormat[];
  readonly maxBytes: number;
  readonly maxPixels: number;
  readonly decodeSeconds: number;
  /** zlib level of written PNGs, 1 to 9: size against time. */
  readonly pngLevel: number;
  /** In pixels; a larger picture gets a thumbnail that fits. */
  readonly thumbnail?: { readonly width: number; readonly height: number };
}

/** Pictures of a kind that are held, with the one that is encoded; beyond it a company gets an equal share alone. */
const heldPictures = { ofKey: 20, ofAll: 20, least: 1 };

/**
 * Decodes a picture whole and encodes it anew: upright, sRGB, eight bits, first frame only, without metadata and
 * without bytes hidden behind the picture. Dimensions are checked before pixels are decoded, because 400 KB can unpack
 * to 400 MB. One picture of a kind at a time, so that many uploads need no more memory than one.
 */
export function createNormaliser(limits: PictureLimits): NormalisePicture {
  const held = createShares(heldPictures);
  const turns = createFairLimiter(1);
  return async (bytes, companyId = noCompany) => {
    if (bytes.length === 0) return refuse('empty');
    if (bytes.length > limits.maxBytes) return refuse('too-heavy');
    const ran = await held.tryRun(companyId, () => turns.run(companyId, () => reencode(bytes, limits)));
    return ran ? ran.result : refuse('too-slow');
  };
}

/** The turns of the portal's own pictures. */
const noCompany = 'none';

const refuse = (reason: PictureFault): NormalisedPicture => ({ ok: false, reason });

async function reencode(bytes: Uint8Array, limits: PictureLimits): Promise<NormalisedPicture> {
  try {
    const decoder = await createDecoder(bytes, limits);
    const { format } = await decoder.metadata();
    if (!isOneOf(limits.formats, format)) return refuse('wrong-type');
    const picture = await encode(decoder, format, limits);
    const box = limits.thumbnail;
    if (!box || (picture.width <= box.width && picture.height <= box.height)) return { ok: true, ...picture };
    const small = (await createDecoder(picture.bytes, limits)).resize({ ...box, fit: 'inside' });
    return { ok: true, ...picture, thumbnail: await encode(small, format, limits) };
  } catch (error) {
    return refuse(toFault(error as Error));
  }
}

function isOneOf(formats: readonly string[], format: string): format is PictureFormat {
  return formats.includes(format);
}

/** sharp has no error codes; its messages are tested with the kinds of pictures. */
function toFault({ message }: Error): PictureFault {
  if (message.includes('unsupported image format')) return 'wrong-type';
  if (message.includes('exceeds pixel limit')) return 'too-many-pixels';
  return message.includes('timeout') ? 'too-slow' : 'damaged';
}

async function createDecoder(bytes: Uint8Array, { maxPixels, decodeSeconds }: PictureLimits): Promise<Sharp> {
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

/** Loaded with the first picture, because sharp takes 30 MB that an idle portal does not need. */
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
