import { createNormaliser } from './create-normaliser.ts';

export const maxLogoBytes = 2 * 1024 * 1024;
export const maxLogoPixels = 4_000_000;

/** Companies' logos, in a queue of their own: they do not wait behind what assistants send. */
export const normaliseLogo = createNormaliser({
  formats: ['png', 'jpeg'],
  maxBytes: maxLogoBytes,
  maxPixels: maxLogoPixels,
  decodeSeconds: 5,
  pngLevel: 9,
});
