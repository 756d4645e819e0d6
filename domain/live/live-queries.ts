import { setImmediate } from 'node:timers/promises';
import { createFairLimiter } from '#server/lib/concurrency/fair-limiter.ts';
import { toEvent } from '#server/lib/request/event-stream.ts';
import type { ChangeFeed, ChangeKind } from '#server/database/changes/change-feed.ts';

/** The current answer of a query. */
export interface LiveValue {
  readonly text: string;
  /** Equal for values that differ in nothing that is shown. */
  readonly state: string;
}

/** The answer as it is sent; `state` without what changes although nothing that is shown does. */
export function toLiveValue(shown: unknown, state = shown): LiveValue {
  return { text: JSON.stringify(shown), state: JSON.stringify(state) };
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
/** The watchers take their beats in so many parts of that time, and values so many at a time, because each is a write to a socket. */
const beatParts = 40;
const sentAtOnce = 100;

/** Reads each watched query once for all its watchers when its company changes. */
export function createLiveQueries({ changes, onError, beatMs = defaultBeatMs }: LiveQueriesOptions): LiveQueries {
  const limiter = createFairLimiter(maxReads);
  const open = new Map<string, WatchedQuery>();
  let beating: NodeJS.Timeout | undefined;
  let part = 0;
  const beat = () => {
    part = (part + 1) % beatParts;
    for (const { watchers } of open.values()) {
      for (const [watcher, own] of watchers) if (own === part) void tell(watcher, watcher.beat);
    }
  };
  let watched = 0;

  const openQuery = (query: LiveQuery): WatchedQuery | undefined => {
    const watchers = new Map<LiveWatcher, number>();
    const reading = createReading({
      read: () => limiter.run(query.companyId, query.read),
      onValue: ({ text }) => {
        const event = toEvent(text);
        void tellAll([...watchers.keys()], (watcher) => watcher.send(event));
      },
      onError,
    });
    const onEnd = () => [...watchers.keys()].forEach((watcher) => watcher.end());
    const unsubscribe = changes.subscribe(query.companyId, { onChange: reading.request, onEnd }, query.change);
    return unsubscribe && { watchers, reading, unsubscribe };
  };

  return {
    watch: (query, watcher) => {
      const own = open.get(query.key) ?? openQuery(query);
      if (!own) return undefined;
      open.set(query.key, own);
      watched += 1;
      own.watchers.set(watcher, watched % beatParts);
      beating ??= setInterval(beat, beatMs / beatParts).unref();
      const latest = own.reading.findLatest();
      if (latest) void tell(watcher, () => watcher.send(toEvent(latest.text)));
      // Also where there is one: names, prices and limits change without an announcement.
      own.reading.request();
      return () => {
        own.watchers.delete(watcher);
        if (own.watchers.size > 0 || open.get(query.key) !== own) return;
        open.delete(query.key);
        own.reading.stop();
        own.unsubscribe();
        if (open.size > 0) return;
        clearInterval(beating);
        beating = undefined;
      };
    },
  };
}

interface WatchedQuery {
  /** Each with the part of the time in which it has its beat. */
  readonly watchers: Map<LiveWatcher, number>;
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

/** Lets other work come between. */
async function tellAll(watchers: readonly LiveWatcher[], say: (watcher: LiveWatcher) => void): Promise<void> {
  for (let from = 0; from < watchers.length; from += sentAtOnce) {
    if (from > 0) await setImmediate();
    for (const watcher of watchers.slice(from, from + sentAtOnce)) void tell(watcher, () => say(watcher));
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
