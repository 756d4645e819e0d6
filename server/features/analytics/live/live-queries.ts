import { createLimiter } from '../../../lib/concurrency/limiter.ts';
import { toEvent } from '../../../lib/request/event-stream.ts';
import type { ChangeFeed, ChangeKind } from '../../../database/changes/change-feed.ts';

/** The current answer of a query. */
export interface LiveValue {
  readonly text: string;
  /** Equal for values that differ in nothing that is shown. */
  readonly state: string;
}

export interface LiveQuery {
  readonly companyId: string;
  /** After what it is read again. */
  readonly change: ChangeKind;
  /** Watchers with the same key get the same values. */
  readonly key: string;
  readonly read: () => Promise<LiveValue>;
}

export interface LiveWatcher {
  /** @throws what ends the watching */
  readonly confirm: () => Promise<void>;
  readonly send: (event: Uint8Array) => void;
  readonly beat: () => void;
  readonly end: () => void;
}

export interface LiveQueries {
  /** The value as it is, and each later one. Returns what ends it; undefined where nothing can be watched any more. */
  watch(query: LiveQuery, watcher: LiveWatcher): (() => void) | undefined;
}

interface LiveQueriesOptions {
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  /** Called with the error of a query that could not be read; the read is repeated. */
  readonly onError: (error: unknown) => void;
  readonly beatMs?: number;
}

/** Queries read at a time, of the 20 connections for companies. */
const maxReads = 3;
/** A query is read at most this often, and for at most a fifth of the time: what arrives is shown within a second. */
const leastPauseMs = 900;
const pauseOfReading = 4;
const repeatMs = 5000;
/** Proxies close connections on which nothing happens for a minute. */
const defaultBeatMs = 20_000;

/** Reads each watched query once for all its watchers when its company changes. */
export function createLiveQueries({ changes, onError, beatMs = defaultBeatMs }: LiveQueriesOptions): LiveQueries {
  const limiter = createLimiter(maxReads);
  const open = new Map<string, WatchedQuery>();
  let beating: NodeJS.Timeout | undefined;
  const beat = () => open.forEach(({ watchers }) => watchers.forEach((watcher) => void tell(watcher, watcher.beat)));

  const openQuery = (query: LiveQuery): WatchedQuery | undefined => {
    const watchers = new Set<LiveWatcher>();
    const reading = createReading({
      read: async () => (await limiter.tryRun(query.read, Infinity))?.result,
      onValue: ({ text }) => {
        const event = toEvent(text);
        for (const watcher of watchers) void tell(watcher, () => watcher.send(event));
      },
      onError,
    });
    const onEnd = () => [...watchers].forEach((watcher) => watcher.end());
    const unsubscribe = changes.subscribe(query.companyId, { onChange: reading.request, onEnd }, query.change);
    return unsubscribe && { watchers, reading, unsubscribe };
  };

  return {
    watch: (query, watcher) => {
      const watched = open.get(query.key) ?? openQuery(query);
      if (!watched) return undefined;
      open.set(query.key, watched);
      watched.watchers.add(watcher);
      beating ??= setInterval(beat, beatMs).unref();
      const latest = watched.reading.findLatest();
      if (latest) void tell(watcher, () => watcher.send(toEvent(latest.text)));
      // Also where there is one: names, prices and limits change without an announcement.
      watched.reading.request();
      return () => {
        watched.watchers.delete(watcher);
        if (watched.watchers.size > 0 || open.get(query.key) !== watched) return;
        open.delete(query.key);
        watched.reading.stop();
        watched.unsubscribe();
        if (open.size > 0) return;
        clearInterval(beating);
        beating = undefined;
      };
    },
  };
}

interface WatchedQuery {
  readonly watchers: Set<LiveWatcher>;
  readonly reading: Reading;
  readonly unsubscribe: () => void;
}

async function tell(watcher: LiveWatcher, say: () => void): Promise<void> {
  try {
    await watcher.confirm();
    say();
  } catch {
    watcher.end();
  }
}

interface Reading {
  /** Reads again, soon after the time of before. */
  request(): void;
  findLatest(): LiveValue | undefined;
  stop(): void;
}

interface ReadingOptions {
  readonly read: () => Promise<LiveValue | undefined>;
  /** Called with each value that differs from the one before. */
  readonly onValue: (value: LiveValue) => void;
  readonly onError: (error: unknown) => void;
}

function createReading({ read, onValue, onError }: ReadingOptions): Reading {
  let latest: LiveValue | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isRequested = false;
  let isStopped = false;
  let nextAt = 0;
  const schedule = () => {
    if (isReading || timer || isStopped) return;
    timer = setTimeout(() => void run(), Math.max(0, nextAt - performance.now()));
  };
  const run = async () => {
    [timer, isReading, isRequested] = [undefined, true, false];
    const startedAt = performance.now();
    let pauseMs = repeatMs;
    try {
      const value = await read();
      pauseMs = Math.max(leastPauseMs, pauseOfReading * (performance.now() - startedAt));
      const isNew = value !== undefined && value.state !== latest?.state;
      if (isNew) latest = value;
      if (isNew && !isStopped) onValue(value);
    } catch (error) {
      onError(error);
      isRequested = true;
    }
    isReading = false;
    nextAt = performance.now() + pauseMs;
    if (isRequested) schedule();
  };
  return {
    request: () => {
      isRequested = true;
      schedule();
    },
    findLatest: () => latest,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
