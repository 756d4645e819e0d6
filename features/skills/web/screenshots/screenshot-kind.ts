import { findScreenshotKey } from '#features/skills/contract/skill-values.ts';
import { isWebAddress } from '#contract/web-addresses.ts';

/** A screenshot that can be shown: an uploaded one by its key, or an external picture. */
export type Picture = { key: string } | { url: string };

/** The kind of an address; undefined for one that must not be requested, such as `javascript:`. */
export function findPicture(address: string): Picture | undefined {
  const key = findScreenshotKey(address);
  if (key !== undefined) return { key };
  return isWebAddress(address, ['https']) ? { url: address } : undefined;
}
