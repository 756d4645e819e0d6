import { withOwner } from '../../database/copy/owner-connection.ts';
import type { Database } from '../../database/open-database.ts';
import type { DoctorDatabase, DoctorParts, Line } from './check.ts';
import { runChecks } from './run-checks.ts';

/** The database of a running portal. */
export const toDoctorDatabase = ({ inSystem, ownerUrl }: Pick<Database, 'inSystem' | 'ownerUrl'>): DoctorDatabase => ({
  inSystem,
  logins: undefined,
  withOwner: (work) => withOwner(ownerUrl, work),
});

const rememberedMs = 60_000;

/** Outcome of all checks of the portal that looked. */
export interface CheckRun {
  readonly ranAt: Date;
  readonly lines: readonly Line[];
}

/** Runs the checks once a minute at most: they call others, and anyone who may look could look all the time. */
export function createPortalDoctor(parts: DoctorParts): () => Promise<CheckRun> {
  let last: { readonly at: number; readonly run: Promise<CheckRun> } | undefined;
  return () => {
    const now = parts.clock.now();
    if (last === undefined || Math.abs(now.getTime() - last.at) >= rememberedMs)
      last = { at: now.getTime(), run: runChecks(parts).then((lines) => ({ ranAt: now, lines })) };
    return last.run;
  };
}
