/** A picture the product made itself: whatever came in was decoded and encoded anew. */
export type Picture = {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
};

/**
 * Why a picture is not taken:
 * - `empty`: no bytes at all
 * - `too-heavy`: more than 2 MB
 * - `wrong-type`: its content is neither PNG nor JPEG, whatever its name says
 * - `too-many-pixels`: more than 4 megapixels
 * - `damaged`: it says PNG or JPEG but can not be decoded to the end
 * - `too-slow`: decoding took longer than a picture of this size ever should, or too many are waiting
 */
export type PictureFault = 'empty' | 'too-heavy' | 'wrong-type' | 'too-many-pixels' | 'damaged' | 'too-slow';

/** The picture was refused; `fault` is the reason to put into words, the message is for the log. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly fault: PictureFault;

  constructor(fault: PictureFault, cause?: unknown) {
    super(`picture refused: ${fault}`, { cause });
    this.fault = fault;
  }
}
