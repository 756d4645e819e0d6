import { screenshotMaxBytes } from '#contract/skills/skills.ts';
import { createNormaliser } from './create-normaliser.ts';

const maxScreenshotPixels = 20_000_000;
/** Twice the width of a tile of the gallery, for screens of two dots a pixel; no tile is taller than a telephone. */
const thumbnail = { width: 480, height: 960 };

/** Screenshots of the skill store, in a queue of their own. */
export const normaliseScreenshot = createNormaliser({
  formats: ['png', 'jpeg', 'webp'],
  maxBytes: screenshotMaxBytes,
  maxPixels: maxScreenshotPixels,
  decodeSeconds: 15,
  pngLevel: 6,
  thumbnail,
});
