import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { toHash } from './word-keys.ts';

/**
 * Counted up where values are found, words divided or hashed, or segments written, in another way: everything is indexed again then.
 */
const indexVersion = 7;

/** Names how words were masked and divided. Segments of other settings are not read, so that a search finds what is shown. */
export const toSettingsKey = ({ shown, patterns }: MaskingSettings): number =>
  toHash(JSON.stringify([indexVersion, shown, patterns.map(({ name, pattern }) => [name, pattern])]));

/** The version of the settings by which a company is indexed. */
export const toIndexedVersion = (maskingVersion: number) => maskingVersion * 1000 + indexVersion;

/** The month of a conversation, which its segments belong to. */
export const toMonth = (instant: number) => `${new Date(instant).toISOString().slice(0, 7)}-01`;
export const toMonthStart = (month: string) => Date.parse(`${month}T00:00:00Z`);
