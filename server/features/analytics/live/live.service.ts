import type { Logger } from 'pino';
import { ConversationsPage } from '#contract/analytics/analytics.ts';
import type { ComparedQuery } from '#contract/analytics/analytics.ts';
import type { LogQuery } from '#contract/analytics/log-query.ts';
import { Dashboard } from '#contract/analytics/live.ts';
import { can } from '#contract/capabilities.ts';
import { createLimiter } from '../../../lib/concurrency/limiter.ts';
import { createSlots } from '../../../lib/concurrency/slots.ts';
import type { Actor } from '../../../lib/request/actor.ts';
import { createEventSender, EventStream } from '../../../lib/request/event-stream.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { getActor } from '../../../lib/request/request-context.ts';
import type { RequestContext } from '../../../lib/request/request-context.ts';
import type { ChangeFeed } from '../../../database/changes/change-feed.ts';
import { getAnswerStats } from '../answers/answer-stats.service.ts';
import { listConversations } from '../logs.service.ts';
import type { TranscriptDependencies } from '../logs.service.ts';
import { getStats, toComparedRanges } from '../stats.service.ts';
import type { AnalyticsDependencies } from '../stats.service.ts';
import { createLiveQueries } from './live-queries.ts';
import type { LiveValue } from './live-queries.ts';

export interface LiveDependencies extends TranscriptDependencies {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  /** @throws Problem where the token is over, or the session has ended */
  readonly findActorAgain: (context: RequestContext) => Promise<Actor>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Streams at a time: of one account, for example in its tabs, and of all. */
const slotLimits = { ofKey: 12, ofAll: 2000 };
const retryAfterSeconds = 30;
/** How old the answer may be that the actor still sees what is sent. */
const confirmedMs = 10_000;
/** Of the 4 connections that find the actors of every call. */
const maxConfirmations = 2;

interface Watched {
  readonly kind: string;
  readonly query: unknown;
  readonly read: (actor: Actor) => Promise<LiveValue>;
}

/** Streams of what the dashboard and the log answer, a new event whenever that changes. */
export function createLive(dependencies: LiveDependencies) {
  const slots = createSlots(slotLimits);
  const confirmations = createLimiter(maxConfirmations);
  const queries = createLiveQueries({
    changes: dependencies.changes,
    onError: (error) => dependencies.log.warn({ err: error }, 'a watched query could not be read'),
  });

  const watch = (context: RequestContext, { kind, query, read }: Watched): EventStream => {
    const actor = getActor(context);
    const giveBack = slots.tryClaim(actor.accountId);
    if (!giveBack) throw new Problem('request.too-many', { retryAfterSeconds });
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
      { companyId: actor.companyId, key: JSON.stringify([kind, viewer, query]), read: () => read(actor) },
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

  return {
    watchDashboard: (context: RequestContext, query: ComparedQuery) => {
      // Refuses a range that is too long before the answer begins.
      toComparedRanges(getActor(context), query, dependencies.clock.now());
      return watch(context, { kind: 'dashboard', query, read: (actor) => readDashboard(dependencies, actor, query) });
    },
    watchLog: (context: RequestContext, query: LogQuery) =>
      watch(context, { kind: 'log', query, read: (actor) => readLog(dependencies, actor, query) }),
  };
}

/** All that the answers follow from beside the query: actors with the same get the same answers. */
function describeViewer(actor: Actor): string {
  const { companyId, capabilities, masking, timeZone, actsFrom, userId } = actor;
  const own = can(actor, 'transcripts.read-all') ? null : [userId, actsFrom];
  return JSON.stringify([companyId, capabilities, masking, timeZone, own]);
}

async function readDashboard(
  dependencies: AnalyticsDependencies,
  actor: Actor,
  query: ComparedQuery,
): Promise<LiveValue> {
  const [stats, answers] = await Promise.all([
    getStats(dependencies, actor, query),
    getAnswerStats(dependencies, actor, query),
  ]);
  const text = JSON.stringify(Dashboard.parse({ stats, answers }));
  // The time of the reading is no change.
  return { text, state: JSON.stringify([{ ...stats, date: '' }, answers]) };
}

async function readLog(dependencies: TranscriptDependencies, actor: Actor, query: LogQuery): Promise<LiveValue> {
  const text = JSON.stringify(ConversationsPage.parse(await listConversations(dependencies, actor, query)));
  return { text, state: text };
}
