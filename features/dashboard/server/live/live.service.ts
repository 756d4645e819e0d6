import { perPortal, type Uses } from '#server/portal/portal.ts';
import type { ComparedQuery, RangeQuery } from '#features/dashboard/contract/analytics.ts';
import type { WatchedUsage } from '#features/dashboard/contract/live.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { LiveValue } from '#domain/live/live-queries.ts';
import { watchOf } from '#domain/live/watch.ts';
import { toComparedRanges } from '../stats.service.ts';
import { getDashboardValue, getTopSkillsValue, getTopUsersValue, toUsageValue } from './live-values.service.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    /** All that the usage dashboard of a month shows. @throws Problem where the month is still to come */
    readonly getWatchedUsage: (actor: Actor, period: string | undefined) => Promise<WatchedUsage>;
  }
}

type ReadRange<Query> = (
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: Query,
) => Promise<LiveValue>;

/** Streams of what dashboard, top lists and usage answer, a new event whenever that changes. */
export const liveOf = perPortal(
  (portal: Uses<'database' | 'workers' | 'changes' | 'findActorAgain' | 'getWatchedUsage' | 'clock' | 'log'>) => {
    const watch = watchOf(portal);
    /** Refuses a range that is too long before the answer begins. */
    const watchRange = <Query extends ComparedQuery>(
      call: Call,
      { kind, query, read }: { kind: string; query: Query; read: ReadRange<Query> },
    ) => {
      toComparedRanges(call.actor, query, portal.clock.now());
      return watch(call, { kind, query, read: (actor) => read(portal, actor, query) });
    };

    return {
      watchDashboard: (call: Call, query: ComparedQuery) =>
        watchRange(call, { kind: 'dashboard', query, read: getDashboardValue }),
      watchTopUsers: (call: Call, query: RangeQuery) =>
        watchRange(call, { kind: 'top users', query, read: getTopUsersValue }),
      watchTopSkills: (call: Call, query: RangeQuery) =>
        watchRange(call, { kind: 'top skills', query, read: getTopSkillsValue }),
      watchUsage: async (call: Call, period: string | undefined) => {
        // Refuses a month that is still to come before the answer begins.
        if (period !== undefined) await portal.getWatchedUsage(call.actor, period);
        const read = async (actor: Actor) => toUsageValue(await portal.getWatchedUsage(actor, period));
        return watch(call, { kind: 'usage', query: period, read });
      },
    };
  },
);
