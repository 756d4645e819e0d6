import { findPlus, listRuns, listWindows, type Run } from './digit-runs.ts';
import { findChecked } from './find-checked.ts';
import { findPhone } from './find-phones.ts';
import type { FoundValue } from './found-value.ts';
import { isInUuid } from './is-in-uuid.ts';

/** Payment cards, phone numbers and national ids in time linear in the text. */
export function findNumbers(text: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const run of listRuns(text)) findInRun(run, found);
  return found;
}

/** Looks from each group on for a number; the next one begins behind it. */
function findInRun(run: Run, found: FoundValue[]): void {
  for (let first = 0; first < run.groups.length;) {
    if (isAmongDigits(run, first)) {
      first += 1;
      continue;
    }
    const windows = listWindows(run, first);
    const isChecked = findPlus(run, first) === undefined;
    const match = (isChecked ? findChecked(run, windows) : undefined) ?? findPhone(run, windows, found);
    const value = match && !isInUuid(run.text, match.found.start) ? match : undefined;
    if (value) found.push(value.found);
    first = value ? value.next : first + 1;
  }
}

/** Whether it is a digit behind another one: a number that is written digit by digit begins at the first one. */
const isAmongDigits = ({ groups }: Run, at: number) =>
  groups[at]?.digits.length === 1 && groups[at - 1]?.digits.length === 1 && at + 1 < groups.length;
