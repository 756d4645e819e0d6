import { problems } from '#contract/problems.ts';
import { screenshotMaxBytes } from '#contract/skills/skills.ts';

/** What the file dialog offers. The server looks at the bytes themselves. */
export const screenshotTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a file can not be a screenshot, before it is sent; null where it may be one. */
export function checkScreenshot(file: Pick<File, 'type' | 'size'>): string | null {
  const isTaken = screenshotTypes.includes(file.type) && file.size > 0 && file.size <= screenshotMaxBytes;
  return isTaken ? null : problems['skills.screenshot-refused'].message;
}
