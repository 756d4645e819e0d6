import { can } from '#contract/capabilities.ts';
import type { ChangeKind } from '#server/database/changes/change-feed.ts';
import { createLimiter } from '#server/lib/concurrency/limiter.ts';
import { createSlots } from '#server/lib/concurrency/slots.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Call } from '#server/lib/request/call.ts';
import { createEventSender, EventStream } from '#server/lib/request/event-stream.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { perPortal, type Uses } from '#server/portal/portal.ts';
import { createLiveQueries, type LiveValue } from './live-queries.ts';

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
export const watchOf = perPortal((portal: Uses<'changes' | 'findActorAgain' | 'clock' | 'log'>) => {
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
});

/** All that the answers follow from beside the query: actors with the same get the same answers. */
function describeViewer(actor: Actor): string {
  const { companyId, capabilities, masking, timeZone, actsFrom, userId } = actor;
  const own = can(actor, 'transcripts.read-all') ? null : [userId, actsFrom];
  return JSON.stringify([companyId, capabilities, masking, timeZone, own]);
}
