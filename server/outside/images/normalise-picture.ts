import { createNormaliser } from './create-normaliser.ts';

const maxPictureBytes = 5 * 1024 * 1024;
const maxPicturePixels = 20_000_000;

/** Pictures of conversations, such as photographs of receipts. */
export const normalisePicture = createNormaliser({
  formats: ['png', 'jpeg'],
  maxBytes: maxPictureBytes,
  maxPixels: maxPicturePixels,
  decodeSeconds: 15,
  pngLevel: 6,
});
