import { perPortal, type Uses } from '#server/portal/portal.ts';
import { createKeyedLimiter } from '#server/lib/concurrency/limiter.ts';
import { can } from '#contract/capabilities.ts';
import { previewedMessages, type MaskingForm, type MaskingPreview } from '#features/protection/contract/masking.ts';
import { previewMaskingTask } from '#domain/masking/preview-masking.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { listNewestMessages } from './masking-preview.repository.ts';

/** Characters of JSON that are looked through. */
const maxLength = 2_000_000;
/** Previews of a company that may wait: the one of the newest settings. */
const maxWaiting = 1;
const retryAfterSeconds = 3;

/** One of a company at a time, apart from trials so that a save never waits behind them. */
const previewsOf = perPortal(() => createKeyedLimiter(1));

/**
 * Previews what settings would mask in the newest messages that the actor may read.
 * @throws Problem `request.invalid` as `tryMasking`, `request.too-many` while others are counted
 */
export async function previewMasking(
  portal: Uses<'database' | 'workers'>,
  actor: Actor,
  settings: Pick<MaskingForm, 'shown' | 'patterns'>,
): Promise<MaskingPreview> {
  const { database, workers } = portal;
  const { companyId } = actor;
  const run = async () => {
    const newest = await database.inCompany.read(companyId, (tx) =>
      listNewestMessages(tx, {
        ...toTranscriptReader(actor),
        includesTechnical: can(actor, 'analytics.include-technical-users'),
        limit: previewedMessages,
        maxLength,
      }),
    );
    const preview = {
      settings,
      saved: actor.masking,
      messages: newest.flatMap(({ skill, parts }) => (parts === null ? [] : [{ skill, parts }])),
      isWhole: newest.every(({ parts }) => parts !== null),
      hasExamples: can(actor, 'transcripts.unmask'),
      path: 'settings.patterns',
    };
    return workers.run(previewMaskingTask, preview, { companyId, size: Infinity });
  };
  const ran = await previewsOf(portal).tryRun(companyId, run, maxWaiting);
  if (!ran) throw new Problem('request.too-many', { retryAfterSeconds });
  return ran.result;
}
