import { hasDigits } from './digit-runs.ts';
import { findAddresses } from './find-addresses.ts';
import { findInColumns } from './find-in-columns.ts';
import { findLettered } from './find-lettered.ts';
import { findNumbers } from './find-numbers.ts';
import { findPasses } from './find-passes.ts';
import { findNamedUsers, findSapIds } from './find-sap-ids.ts';
import type { FoundValue } from './found-value.ts';

/** Digits of the shortest number. */
const fewest = 5;

function findAlone(text: string): FoundValue[] {
  const named = [...findAddresses(text), ...findNamedUsers(text), ...findPasses(text)];
  return hasDigits(text, fewest) ? [...named, ...findLettered(text), ...findNumbers(text), ...findSapIds(text)] : named;
}

/** The values of all kinds, in no order; they may overlap. */
export const findValues = (text: string): readonly FoundValue[] => findInColumns(text, findAlone(text), findAlone);
