/** Time limits of a download, in milliseconds. */
export interface StreamLimits {
  /** For how long the client may take nothing. */
  readonly pauseMs: number;
  /** The same while others wait for what it holds. */
  readonly wantedPauseMs?: number;
  /** For how long all of it may take. */
  readonly totalMs: number;
}

interface DownloadStreamOptions extends StreamLimits {
  readonly pieces: AsyncIterable<string | Uint8Array>;
  /** Whether others wait for what the download holds. */
  readonly isWanted?: () => boolean;
  /** Milliseconds, by which the client's pause is measured while others wait. */
  readonly now?: () => number;
  /** Before each piece; what it throws breaks the download off. */
  readonly confirm: () => Promise<void>;
  /** Called once, however the download ends. */
  readonly close: () => Promise<void>;
  /** Called with the error of a download that broke off. */
  readonly onError: (error: unknown) => void;
}

/** A slow line has two minutes for each of these (`server/http/limits/slow-readers.ts`). */
const sentBytes = 128 * 1024;

/**
 * The bytes of a download, which holds what others may need, such as a connection of the database: given back at its end, when
 * the client leaves, and when the client takes nothing for too long, also where it never took the first byte.
 */
export function createDownloadStream(options: DownloadStreamOptions): AsyncIterableIterator<Uint8Array> {
  const { pieces, confirm, close, onError } = options;
  const iterator = pieces[Symbol.asyncIterator]();
  const state: { ending?: Promise<void>; overdue?: Error; isLeft?: true } = {};
  const end = () => {
    deadlines.clear();
    return (state.ending ??= close());
  };
  const deadlines = setDeadlines(options, (reason) => {
    state.overdue = new Error(reason);
    end().catch(onError);
  });
  let rest: Uint8Array = Buffer.alloc(0);
  const read = async () => {
    if (state.overdue) throw state.overdue;
    if (state.ending) return undefined;
    if (rest.length === 0) {
      await confirm();
      const { done, value } = await iterator.next();
      if (done) return void (await end());
      rest = typeof value === 'string' ? Buffer.from(value) : value;
    }
    const sent = rest.subarray(0, sentBytes);
    rest = rest.subarray(sentBytes);
    if (!state.ending) deadlines.awaitClient();
    return sent;
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      deadlines.meetClient();
      try {
        const value = await read();
        return value ? { done: false, value } : { done: true, value };
      } catch (error) {
        await end().catch(onError);
        if (!state.isLeft) onError(error);
        throw error;
      }
    },
    async return() {
      state.isLeft = true;
      await end();
      return { done: true, value: undefined };
    },
  };
}

const wantedCheckMs = 1000;

/** The client is awaited from now on. */
type Deadlines = StreamLimits & Pick<DownloadStreamOptions, 'isWanted' | 'now'>;

function setDeadlines(
  { pauseMs, wantedPauseMs = pauseMs, totalMs, isWanted = () => false, now = () => performance.now() }: Deadlines,
  onOverdue: (reason: string) => void,
) {
  const wait = (reason: string, ms: number) => setTimeout(() => onOverdue(reason), ms).unref();
  const paused = 'The client took nothing for too long.';
  const total = wait('The download took too long.', totalMs);
  let pause: NodeJS.Timeout | undefined;
  let wanted: NodeJS.Timeout | undefined;
  const awaitWanted = (since: number) => {
    const check = () => (now() - since >= wantedPauseMs && isWanted() ? onOverdue(paused) : awaitWanted(since));
    wanted = setTimeout(check, Math.min(wantedPauseMs, wantedCheckMs)).unref();
  };
  const awaitClient = () => {
    pause = wait(paused, pauseMs);
    if (wantedPauseMs < pauseMs) awaitWanted(now());
  };
  const meetClient = () => {
    clearTimeout(pause);
    clearTimeout(wanted);
  };
  awaitClient();
  return {
    meetClient,
    awaitClient,
    clear: () => {
      meetClient();
      clearTimeout(total);
    },
  };
}
