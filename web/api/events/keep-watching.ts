import { ApiProblem } from '../api-problem.ts';
import type { CallInput } from '../contract-request.ts';
import { readEvents, type Endpoint } from './read-events.ts';

interface Watching {
  readonly endpoint: Endpoint;
  readonly input: CallInput;
  readonly onValue: (value: unknown) => void;
  /** Whether values come by themselves now. */
  readonly onLive: (isLive: boolean) => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/**
 * Reads the stream of an endpoint while the tab can be seen, and again after it ended or was lost. A refusal that stays is
 * final. Returns what ends it.
 */
export function keepWatching({ endpoint, input, onValue, onLive }: Watching): () => void {
  let reading: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const stop = () => {
    clearTimeout(timer);
    reading?.abort();
    reading = undefined;
    onLive(false);
  };
  const connect = async () => {
    const own = new AbortController();
    reading = own;
    try {
      await readEvents(endpoint, input, {
        signal: own.signal,
        onValue: (value) => {
          failures = 0;
          onValue(value);
          onLive(true);
        },
      });
      connectAfter(own, firstPauseMs);
    } catch (error) {
      if (own.signal.aborted) return;
      failures += 1;
      if (canRepeat(error)) connectAfter(own, toPause(error, failures));
      else onLive(false);
    }
  };
  /** Between once and twice the time, so that all tabs do not come back at once. */
  const connectAfter = (own: AbortController, pauseMs: number) => {
    if (own.signal.aborted) return;
    onLive(false);
    timer = setTimeout(() => void connect(), pauseMs * (1 + Math.random()));
  };
  const follow = () => {
    stop();
    if (!document.hidden) void connect();
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}

function canRepeat(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

function toPause(error: unknown, failures: number): number {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  const asked = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(pauseMs, asked);
}
