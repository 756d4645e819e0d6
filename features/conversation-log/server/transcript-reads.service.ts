import { perPortal, type Uses } from '#server/portal/portal.ts';
import { createRecentKeys } from '#server/lib/concurrency/recent-keys.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { toConversationSubject } from '#domain/conversations/conversation-subject.ts';
import { recordAudit } from '#server/records/audit.ts';

const readMs = 15 * 60 * 1000;
const maxReads = 10_000;

type RecordTranscriptRead = (context: CallContext, conversationId: string) => Promise<void>;

/**
 * Records that a transcript was opened: an entry per reader, conversation and quarter of an hour, because the page reads it
 * again. A failure is logged only, so that a full disk does not keep people from reading.
 */
export const transcriptReads = perPortal(
  ({ database, clock, log }: Uses<'database' | 'clock' | 'log'>): RecordTranscriptRead => {
    const reads = createRecentKeys({ ms: readMs, max: maxReads });
    return async (context, conversationId) => {
      const { accountId, companyId } = context.actor;
      const now = clock.now();
      const key = `${accountId} ${companyId} ${conversationId}`;
      if (!reads.claim(key, now)) return;
      const subject = toConversationSubject(context.actor.ids, conversationId);
      try {
        await database.inCompany(companyId, (tx) =>
          recordAudit(tx, { ...subject, ...toAuditStamp(context, now), action: 'conversations.read' }),
        );
      } catch (error) {
        reads.forget(key);
        log.warn({ err: error, requestId: context.requestId }, 'the reading of a transcript could not be audited');
      }
    };
  },
);
