import { perPortal, type Uses } from '#server/portal/portal.ts';
import type { ComparedQuery, RangeQuery } from '#features/insight/contract/analytics.ts';
import type { WatchedUsage } from '#features/insight/contract/live.ts';
import type { LogQuery } from '#features/insight/contract/log-query.ts';
import { can } from '#contract/capabilities.ts';
import { createLimiter } from '#server/lib/concurrency/limiter.ts';
import { createSlots } from '#server/lib/concurrency/slots.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { createEventSender, EventStream } from '#server/lib/request/event-stream.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Call } from '#server/lib/request/call.ts';
import type { ChangeKind } from '#server/database/changes/change-feed.ts';
import { prepareSearch } from '#domain/search/search-terms.service.ts';
import { hasSearch } from '../search/log-search.service.ts';
import { toComparedRanges } from '../stats.service.ts';
import { createLiveQueries, type LiveValue } from './live-queries.ts';
import {
  getDashboardValue,
  getLogValue,
  getTopSkillsValue,
  getTopUsersValue,
  toUsageValue,
} from './live-values.service.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    /** All that the usage dashboard of a month shows. @throws Problem where the month is still to come */
    readonly getWatchedUsage: (actor: Actor, period: string | undefined) => Promise<WatchedUsage>;
  }
}

/** Streams at a time: of one account, for example in its tabs, and of all, dealt to companies. */
const maxOfAccount = 12;
const maxOfAll = 2000;
const retryAfterSeconds = 30;
/** How old the answer may be that the actor still sees what is sent. */
const confirmedMs = 10_000;
/** Concurrent confirmations, on the 4 connections that find the actors of every call. */
const maxConfirmations = 2;

interface Watched {
  readonly kind: string;
  readonly query: unknown;
  readonly change?: ChangeKind;
  readonly read: (actor: Actor) => Promise<LiveValue>;
}

/** Streams of events for an actor, as long as it may see what they say. */
function createWatch(portal: Uses<'changes' | 'findActorAgain' | 'clock' | 'log'>) {
  const accounts = createSlots({ ofKey: maxOfAccount, ofAll: Infinity });
  const companies = createSlots({ ofKey: maxOfAll, ofAll: maxOfAll });
  const confirmations = createLimiter(maxConfirmations);
  const queries = createLiveQueries({
    changes: portal.changes,
    onError: (error) => portal.log.warn({ err: error }, 'a watched query could not be read'),
  });

  return (call: Call, { kind, query, change = 'conversations', read }: Watched): EventStream => {
    const actor = call.actor;
    const giveAccountBack = accounts.tryClaim(actor.accountId);
    const giveCompanyBack = giveAccountBack && companies.tryClaim(actor.companyId);
    const giveBack = () => {
      giveAccountBack?.();
      giveCompanyBack?.();
    };
    if (!giveCompanyBack) {
      giveBack();
      throw new Problem('request.too-many', { retryAfterSeconds });
    }
    const viewer = describeViewer(actor);
    const now = () => portal.clock.now().getTime();
    let confirmedAt = now();
    const confirm = async () => {
      if (now() - confirmedAt < confirmedMs) return;
      const confirmed = await confirmations.tryRun(() => portal.findActorAgain(call), Infinity);
      if (!confirmed || describeViewer(confirmed.result) !== viewer) throw new Problem('access.refused');
      confirmedAt = now();
    };
    const sender = createEventSender();
    const stopWatching = queries.watch(
      { companyId: actor.companyId, change, key: JSON.stringify([kind, viewer, query]), read: () => read(actor) },
      { ...sender, confirm },
    );
    if (!stopWatching) {
      giveBack();
      throw new Problem('service.unavailable', { retryAfterSeconds: 1 });
    }
    sender.onLeave(() => {
      giveBack();
      stopWatching();
    });
    return new EventStream(sender);
  };
}

type ReadRange<Query> = (
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: Query,
) => Promise<LiveValue>;

/** Streams of what dashboard, top lists, log and usage answer, a new event whenever that changes. */
export const liveOf = perPortal(
  (portal: Uses<'database' | 'workers' | 'changes' | 'findActorAgain' | 'getWatchedUsage' | 'clock' | 'log'>) => {
    const watch = createWatch(portal);
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
      watchLog: async (call: Call, query: LogQuery) => {
        const isSearched = hasSearch(query);
        const { search = '' } = query;
        // Refuses words that are too common before the answer begins.
        if (isSearched) await portal.database.inCompany.read(call.actor.companyId, (tx) => prepareSearch(tx, search));
        const change = isSearched ? 'search' : 'conversations';
        return watch(call, { kind: 'log', query, change, read: (actor) => getLogValue(portal, actor, query) });
      },
      watchUsage: async (call: Call, period: string | undefined) => {
        // Refuses a month that is still to come before the answer begins.
        if (period !== undefined) await portal.getWatchedUsage(call.actor, period);
        const read = async (actor: Actor) => toUsageValue(await portal.getWatchedUsage(actor, period));
        return watch(call, { kind: 'usage', query: period, read });
      },
    };
  },
);

/** All that the answers follow from beside the query: actors with the same get the same answers. */
function describeViewer(actor: Actor): string {
  const { companyId, capabilities, masking, timeZone, actsFrom, userId } = actor;
  const own = can(actor, 'transcripts.read-all') ? null : [userId, actsFrom];
  return JSON.stringify([companyId, capabilities, masking, timeZone, own]);
}
