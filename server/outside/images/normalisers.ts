import { logoMaxBytes } from '#features/company/contract/company.ts';
import { screenshotMaxBytes } from '#features/skills/contract/skills.ts';
import { createNormaliser } from './picture-normaliser.ts';

/* Each kind has its own limiter: a logo does not wait behind the pictures that assistants send. */

/** Companies' logos. */
export const normaliseLogo = createNormaliser({
  formats: ['png', 'jpeg'],
  maxBytes: logoMaxBytes,
  maxPixels: 4_000_000,
  decodeSeconds: 5,
  pngLevel: 9,
});

/** Pictures of conversations, such as photographs of receipts. */
export const normalisePicture = createNormaliser({
  formats: ['png', 'jpeg'],
  maxBytes: 5 * 1024 * 1024,
  maxPixels: 20_000_000,
  decodeSeconds: 15,
  pngLevel: 6,
});

/** Screenshots of the skill store. */
export const normaliseScreenshot = createNormaliser({
  formats: ['png', 'jpeg', 'webp'],
  maxBytes: screenshotMaxBytes,
  maxPixels: 20_000_000,
  decodeSeconds: 15,
  pngLevel: 6,
  // Twice the width of a gallery tile, for screens of two dots a pixel; no tile is taller than a telephone.
  thumbnail: { width: 480, height: 960 },
});
