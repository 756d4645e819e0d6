import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countOne } from '../../lib/connection-counts.ts';
import { toDatabaseConnection } from '../../lib/database-tls.ts';
import type { Database } from '../open-database.ts';
import { changesChannel, notifyPortals } from './changes.repository.ts';
import { DatabaseClient } from '../connection/database-client.ts';

export interface ChangeListener {
  /** Something of the company may have changed; also after a time in which changes could be missed. */
  readonly onChange: () => void;
  /** The feed is closed. */
  readonly onEnd: () => void;
}

/** Kind of change: the conversations of a company, or, somewhat later, the results of its search. */
export type ChangeKind = 'conversations' | 'search';

/** Which companies' conversations change, in all portals of a database. */
export interface ChangeFeed {
  /** For a change that is committed. Never waits, and never fails. */
  announce(companyId: string, kind?: ChangeKind): void;
  /** Returns what ends it; undefined once the feed is closed. */
  subscribe(companyId: string, listener: ChangeListener, kind?: ChangeKind): (() => void) | undefined;
  close(): Promise<void>;
}

interface ChangeFeedOptions {
  readonly database: Pick<Database, 'systemUrl' | 'inSystem' | 'connections'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Announcements of this time share one notification. A notification is not sent by the changing transaction, because
 * PostgreSQL lets transactions that notify commit one after the other.
 */
const gatherMs = 50;
/** A notification has 8,000 bytes; a topic has 36 or 37. */
const topicsOfNotification = 200;
const retryMs = 1000;

/** The id of a company, with a mark where it is about the search; portals of earlier releases know the id alone. */
const toTopic = (companyId: string, kind: ChangeKind = 'conversations') =>
  kind === 'search' ? `${companyId}+` : companyId;

/** Calls this portal's listeners directly and those of other portals by PostgreSQL's notifications. */
export function createChangeFeed({ database, log }: ChangeFeedOptions): ChangeFeed {
  const portalId = randomUUID();
  const closing = new AbortController();
  const listeners = createListeners();
  let listening: Promise<void> | undefined;
  let isConnected = false;
  database.connections.add('changes', () => countOne(isConnected));

  const announceToOthers = createGatherer(async (topics) => {
    const payload = [portalId, ...topics].join(' ');
    await database.inSystem('changes.announce', (tx) => notifyPortals(tx, payload));
  }, closing.signal);
  const listen = () =>
    keepListening({
      url: database.systemUrl,
      log,
      signal: closing.signal,
      onConnect: () => {
        isConnected = true;
        listeners.tellAll();
      },
      onLost: () => {
        isConnected = false;
      },
      onPayload: (payload) => {
        const [sender, ...topics] = payload.split(' ');
        if (sender !== portalId) for (const topic of topics) listeners.tell(topic);
      },
    });
  return {
    announce: (companyId, kind) => {
      if (closing.signal.aborted) return;
      const topic = toTopic(companyId, kind);
      listeners.tell(topic);
      announceToOthers(topic);
    },
    subscribe: (companyId, listener, kind) => {
      if (closing.signal.aborted) return undefined;
      // One more connection to the database, so it is opened for the first listener.
      listening ??= listen();
      return listeners.add(toTopic(companyId, kind), listener);
    },
    close: async () => {
      closing.abort();
      listeners.end();
      await listening;
    },
  };
}

function createListeners() {
  const ofTopics = new Map<string, Set<ChangeListener>>();
  const tell = (topic: string) => ofTopics.get(topic)?.forEach(({ onChange }) => onChange());
  return {
    tell,
    tellAll: () => [...ofTopics.keys()].forEach(tell),
    add: (topic: string, listener: ChangeListener) => {
      const listeners = ofTopics.get(topic) ?? new Set();
      ofTopics.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && ofTopics.get(topic) === listeners) ofTopics.delete(topic);
      };
    },
    end: () => {
      const all = [...ofTopics.values()].flatMap((listeners) => [...listeners]);
      ofTopics.clear();
      for (const { onEnd } of all) onEnd();
    },
  };
}

/** Topics that could not be sent are sent with the next ones, or after `retryMs`. */
function createGatherer(send: (topics: readonly string[]) => Promise<void>, signal: AbortSignal) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms).unref();
  };
  const flush = async () => {
    const topics = [...waiting].slice(0, topicsOfNotification);
    for (const topic of topics) waiting.delete(topic);
    const isSent = await send(topics).then(
      () => true,
      () => false,
    );
    timer = undefined;
    if (signal.aborted) return;
    if (!isSent) for (const topic of topics) waiting.add(topic);
    if (waiting.size > 0) schedule(isSent ? gatherMs : retryMs);
  };
  return (topic: string) => {
    waiting.add(topic);
    schedule(gatherMs);
  };
}

interface Listening {
  readonly url: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  readonly onConnect: () => void;
  readonly onLost: () => void;
  readonly onPayload: (payload: string) => void;
}

/** Listens until the signal, with a new connection after each one that is lost. */
async function keepListening({ url, log, signal, onConnect, onLost, onPayload }: Listening): Promise<void> {
  while (!signal.aborted) {
    const client = new DatabaseClient({
      ...toDatabaseConnection(url),
      application_name: 'steward changes',
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    });
    const isLost = new Promise<void>((resolve) => {
      client.on('end', resolve);
      client.on('error', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${changesChannel}`);
      onConnect();
      await isLost;
    } catch (error) {
      log.warn({ err: error }, 'changes of other portals can not be listened to');
    }
    onLost();
    await client.end().catch(() => undefined);
    await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
