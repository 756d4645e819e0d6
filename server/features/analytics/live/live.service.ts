import type { Logger } from 'pino';
import type { ComparedQuery, RangeQuery } from '#contract/analytics/analytics.ts';
import type { WatchedUsage } from '#contract/analytics/live.ts';
import type { LogQuery } from '#contract/analytics/log-query.ts';
import { can } from '#contract/capabilities.ts';
import { createLimiter } from '../../../lib/concurrency/limiter.ts';
import { createSlots } from '../../../lib/concurrency/slots.ts';
import type { Actor } from '../../../lib/request/actor.ts';
import { createEventSender, EventStream } from '../../../lib/request/event-stream.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import type { ChangeFeed, ChangeKind } from '../../../database/changes/change-feed.ts';
import { prepareSearch } from '../../../search/search-terms.service.ts';
import { hasSearch } from '../search/log-search.service.ts';
import { toComparedRanges, type AnalyticsDependencies } from '../stats.service.ts';
import { createLiveQueries, type LiveValue } from './live-queries.ts';
import {
  getDashboardValue,
  getLogValue,
  getTopSkillsValue,
  getTopUsersValue,
  toUsageValue,
} from './live-values.service.ts';

export interface LiveDependencies extends AnalyticsDependencies {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  /** @throws Problem where the token is over, or the session has ended */
  readonly findActorAgain: (context: RequestContext) => Promise<Actor>;
  /** The usage dashboard of a month, by default the present one. @throws Problem where it is still to come */
  readonly getUsage: (actor: Actor, period: string | undefined) => Promise<WatchedUsage>;
  readonly log: Pick<Logger, 'warn'>;
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
function createWatch(dependencies: LiveDependencies) {
  const accounts = createSlots({ ofKey: maxOfAccount, ofAll: Infinity });
  const companies = createSlots({ ofKey: maxOfAll, ofAll: maxOfAll });
  const confirmations = createLimiter(maxConfirmations);
  const queries = createLiveQueries({
    changes: dependencies.changes,
    onError: (error) => dependencies.log.warn({ err: error }, 'a watched query could not be read'),
  });

  return (context: RequestContext, { kind, query, change = 'conversations', read }: Watched): EventStream => {
    const actor = getActor(context);
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
    const now = () => dependencies.clock.now().getTime();
    let confirmedAt = now();
    const confirm = async () => {
      if (now() - confirmedAt < confirmedMs) return;
      const confirmed = await confirmations.tryRun(() => dependencies.findActorAgain(context), Infinity);
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

type ReadRange<Query> = (dependencies: AnalyticsDependencies, actor: Actor, query: Query) => Promise<LiveValue>;

/** Streams of what dashboard, top lists, log and usage answer, a new event whenever that changes. */
export function createLive(dependencies: LiveDependencies) {
  const watch = createWatch(dependencies);
  /** Refuses a range that is too long before the answer begins. */
  const watchRange = <Query extends ComparedQuery>(
    context: RequestContext,
    { kind, query, read }: { kind: string; query: Query; read: ReadRange<Query> },
  ) => {
    toComparedRanges(getActor(context), query, dependencies.clock.now());
    return watch(context, { kind, query, read: (actor) => read(dependencies, actor, query) });
  };

  return {
    watchDashboard: (context: RequestContext, query: ComparedQuery) =>
      watchRange(context, { kind: 'dashboard', query, read: getDashboardValue }),
    watchTopUsers: (context: RequestContext, query: RangeQuery) =>
      watchRange(context, { kind: 'top users', query, read: getTopUsersValue }),
    watchTopSkills: (context: RequestContext, query: RangeQuery) =>
      watchRange(context, { kind: 'top skills', query, read: getTopSkillsValue }),
    watchLog: async (context: RequestContext, query: LogQuery) => {
      const isSearched = hasSearch(query);
      const { search = '' } = query;
      // Refuses words that are too common before the answer begins.
      if (isSearched)
        await dependencies.database.readCompany(getActor(context).companyId, (tx) => prepareSearch(tx, search));
      const change = isSearched ? 'search' : 'conversations';
      return watch(context, { kind: 'log', query, change, read: (actor) => getLogValue(dependencies, actor, query) });
    },
    watchUsage: async (context: RequestContext, period: string | undefined) => {
      // Refuses a month that is still to come before the answer begins.
      if (period !== undefined) await dependencies.getUsage(getActor(context), period);
      const read = async (actor: Actor) => toUsageValue(await dependencies.getUsage(actor, period));
      return watch(context, { kind: 'usage', query: period, read });
    },
  };
}

/** All that the answers follow from beside the query: actors with the same get the same answers. */
function describeViewer(actor: Actor): string {
  const { companyId, capabilities, masking, timeZone, actsFrom, userId } = actor;
  const own = can(actor, 'transcripts.read-all') ? null : [userId, actsFrom];
  return JSON.stringify([companyId, capabilities, masking, timeZone, own]);
}
