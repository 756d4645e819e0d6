import type { Check } from '../check.ts';
import { budgetWarnings } from './budget-warnings.ts';
import { repeatedCreations, uniqueFields } from './creations.ts';
import { deletions, edits } from './edits.ts';
import { recoveryCodes } from './one-time.ts';
import { changedLimits, repeatedReports } from './reports.ts';
import { demotions, lostRights } from './rights.ts';

/** In the order in which they are run. */
export const races: Readonly<Record<string, Check>> = {
  edits,
  deletions,
  repeatedCreations,
  uniqueFields,
  demotions,
  lostRights,
  recoveryCodes,
  repeatedReports,
  changedLimits,
  budgetWarnings,
};
