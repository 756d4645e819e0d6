import { problems } from '#contract/problems.ts';
import { screenshotMaxBytes } from '#features/skills/contract/skills.ts';

/** Offered by the file dialog. The server checks the bytes. */
export const screenshotTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** The problem of a file, found before the upload; null where there is none. */
export function checkScreenshot(file: Pick<File, 'type' | 'size'>): string | null {
  const isTaken = screenshotTypes.includes(file.type) && file.size > 0 && file.size <= screenshotMaxBytes;
  return isTaken ? null : problems['skills.screenshot-refused'].message;
}
