import { setTimeout as sleep } from 'node:timers/promises';
import { type Portal, waitForDemo, withNewPortal } from '../../harness/portal.ts';
import type { ApiAnswer } from '../../server/testing/api-client.ts';
import { signInUser, type ApiUser } from '../api-user.ts';

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

/** How many of the statuses are this one. */
export const countStatus = (answers: ReadonlyArray<{ status: number }>, status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** A longer `Retry-After` comes from a limit, not from a busy machine. */
const maxWaitSeconds = 10;

/** A caller that repeats what the portal is too busy for, as `Retry-After` asks. The call must be safe to repeat. */
export function createPatience() {
  let repeated = 0;
  return {
    async untilServed(call: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
      for (;;) {
        const answer = await call();
        const waitSeconds = Number(answer.headers.get('retry-after') ?? Infinity);
        if (![429, 503].includes(answer.status) || waitSeconds > maxWaitSeconds) return answer;
        repeated += 1;
        await sleep(waitSeconds * 1000);
      }
    },
    /** For the table; nothing where no call was repeated. */
    counts: (): Readonly<Record<string, number>> =>
      repeated > 0 ? { 'repeated because the machine was busy': repeated } : {},
  };
}
