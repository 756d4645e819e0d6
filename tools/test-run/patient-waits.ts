import { vi } from 'vitest';

/** For what never comes: on a machine that is busy with other tests, what does come may take many times as long as usual. */
const longestMs = 30_000;

type WaitFor = typeof vi.waitFor;

const isPatient = Symbol.for('patient waits');

/** Vitest has no setting for the limit of `vi.waitFor`, which is one second. */
function makePatient(waitFor: WaitFor): WaitFor {
  return Object.assign(
    ((check, options = {}) => {
      const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : options;
      return waitFor(check, { ...rest, timeout: Math.max(timeout, longestMs) });
    }) as WaitFor,
    { [isPatient]: true },
  );
}

// Files of one worker share `vi`, and each runs its setup.
if (!(isPatient in vi.waitFor)) vi.waitFor = makePatient(vi.waitFor);
