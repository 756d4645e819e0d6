import type { PictureFormat } from './picture-header.ts';

/**
 * Why a picture is not taken:
 * - `empty`: no bytes at all
 * - `too-heavy`: more bytes than its kind may have
 * - `wrong-type`: its content is of no format that its kind may have, whatever its name says
 * - `too-many-pixels`: larger than its kind may be
 * - `damaged`: it says what it is but can not be decoded to the end
 * - `too-slow`: decoding took longer than a picture of this size ever should, or too many are waiting
 */
export type PictureFault = 'empty' | 'too-heavy' | 'wrong-type' | 'too-many-pixels' | 'damaged' | 'too-slow';

/** A picture the product made itself: whatever came in was decoded and encoded anew. Sizes in pixels. */
export type Picture = { bytes: Uint8Array; contentType: `image/${PictureFormat}`; width: number; height: number };

/** `thumbnail`: the same picture in small, where its kind has one and it is not that small itself. */
export type NormalisedPicture = ({ ok: true; thumbnail?: Picture } & Picture) | { ok: false; reason: PictureFault };

/** Makes a clean picture of what somebody sent, or says why it is none; never throws for bad input. */
export type NormalisePicture = (bytes: Uint8Array) => Promise<NormalisedPicture>;

/** The same for a logo: at most 2 MB and 4 megapixels. */
export type NormaliseLogo = NormalisePicture;

/** The same for a screenshot of the skill store: PNG, JPEG or WebP of at most 5 MB and 20 megapixels, with a thumbnail. */
export type NormaliseScreenshot = NormalisePicture;
