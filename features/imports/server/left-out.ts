import type { LeftOut } from '#features/imports/contract/log-imports.ts';
import type { LeftOutRecord } from './read/read-window.ts';

/** The places that are shown of each reason. */
const maxPlaces = 5;

/** Counts one more record that is left out, by its reason. */
export function addLeftOut(all: readonly LeftOut[], { reason, place, detail }: LeftOutRecord): LeftOut[] {
  const known = all.find((each) => each.reason === reason);
  if (!known) return [...all, { reason, count: 1, places: [place], ...(detail !== undefined && { detail }) }];
  const places = known.places.length < maxPlaces ? [...known.places, place] : known.places;
  return all.map((each) => (each === known ? { ...known, count: known.count + 1, places } : each));
}
