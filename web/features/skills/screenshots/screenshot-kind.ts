import { findScreenshotKey } from '#contract/skills/skill-values.ts';
import { isWebAddress } from '#contract/web-addresses.ts';

/** A screenshot that can be shown: one uploaded here, by its key, or a picture elsewhere. */
export type Picture = { key: string } | { url: string };

/** What stands behind an address; undefined for anything that is not to be asked for, such as `javascript:`. */
export function findPicture(address: string): Picture | undefined {
  const key = findScreenshotKey(address);
  if (key !== undefined) return { key };
  return isWebAddress(address, ['https']) ? { url: address } : undefined;
}
