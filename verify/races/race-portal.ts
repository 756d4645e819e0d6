import { waitForDemo, withNewPortal } from '../../bench/portal.ts';
import type { Portal } from '../../bench/portal.ts';
import { signInUser } from '../api-user.ts';
import type { ApiUser } from '../api-user.ts';

/** The SuperAdmin of the demo's first company, and the one of its users that races change. */
export const superAdminEmail = 'superadmin@acme.example';

export interface RaceWorld {
  readonly portal: Portal;
  /** A SuperAdmin of the demo's first company. */
  readonly admin: ApiUser;
  signIn(email: string): Promise<ApiUser>;
}

/** Starts a portal with the demo's companies for the time of one race. */
export function withRacePortal<T>(
  work: (world: RaceWorld) => Promise<T>,
  settings: NodeJS.ProcessEnv = {},
): Promise<T> {
  const all = { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000', ...settings };
  return withNewPortal(all, async (portal) => {
    await waitForDemo(portal);
    const signIn = (email: string) => signInUser(() => Promise.resolve(portal.url), email);
    return work({ portal, admin: await signIn(superAdminEmail), signIn });
  });
}

/** Calls `make` so many times at once. */
export const atOnce = <T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => make(place)));

/** How many of the statuses are this one. */
export const countStatus = (answers: ReadonlyArray<{ status: number }>, status: number): number =>
  answers.filter((answer) => answer.status === status).length;
