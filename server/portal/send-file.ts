import { createConfirmReader, type Reading } from '../lib/request/confirm-reader.ts';
import { createSlots } from '../lib/concurrency/slots.ts';
import type { CallContext } from '../lib/request/call-context.ts';
import { createDownloadStream } from '../lib/request/download-stream.ts';
import { Problem } from '../lib/request/problem.ts';
import { StreamedFile } from '../lib/request/streamed-file.ts';
import { perPortal, type Uses } from './portal.ts';

/** A file whose bytes are read or made while it is sent. */
interface SentFile extends Omit<Reading, 'actor'> {
  readonly pieces: AsyncGenerator<Uint8Array>;
  readonly name: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Each holds some megabytes in memory. */
const slotLimits = { ofKey: 2, ofAll: 6 };
const retryAfterSeconds = 10;
const streamLimits = { pauseMs: 60_000, wantedPauseMs: 10_000, totalMs: 2 * 60 * 60_000 };

type SendFile = (context: CallContext, open: () => Promise<SentFile>) => Promise<StreamedFile>;

/**
 * Sends prepared files and archives, in places that are dealt to companies. Each breaks off where its person is deactivated, signs
 * out or loses a right, and where its client takes nothing.
 * @throws Problem `exports.busy` without a free place, and what `open` throws
 */
export const fileSender = perPortal((portal: Uses<'findActorNow' | 'clock' | 'log'>): SendFile => {
  const slots = createSlots(slotLimits);
  return async ({ actor, requestId }, open) => {
    const giveBack = slots.tryClaim(actor.companyId);
    if (!giveBack) throw new Problem('exports.busy', { retryAfterSeconds });
    try {
      const { pieces, name, contentType, headers = {}, ...reading } = await open();
      const stream = createDownloadStream({
        ...streamLimits,
        pieces,
        close: async () => {
          giveBack();
          await pieces.return(undefined);
        },
        isWanted: slots.isWanted,
        now: () => portal.clock.now().getTime(),
        confirm: createConfirmReader(portal, { actor, ...reading }),
        onError: (error) => portal.log.warn({ err: error, requestId, name }, 'the download of a file broke off'),
      });
      return new StreamedFile(stream, name, contentType, { headers });
    } catch (error) {
      giveBack();
      throw error;
    }
  };
});
