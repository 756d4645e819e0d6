import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../open-database.ts';
import { changesChannel, notifyPortals } from './changes.repository.ts';

export interface ChangeListener {
  /** Something of the company may have changed; also after a time in which changes could be missed. */
  readonly onChange: () => void;
  /** The feed is closed. */
  readonly onEnd: () => void;
}

/** Which companies' conversations change, in all portals of a database. */
export interface ChangeFeed {
  /** For a change that is committed. Never waits, and never fails. */
  announce(companyId: string): void;
  /** Returns what ends it; undefined once the feed is closed. */
  subscribe(companyId: string, listener: ChangeListener): (() => void) | undefined;
  close(): Promise<void>;
}

interface ChangeFeedOptions {
  readonly database: Pick<Database, 'systemUrl' | 'withSystem'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Announcements of this time share one notification. A notification is not sent by the changing transaction, because
 * PostgreSQL lets transactions that notify commit one after the other.
 */
const gatherMs = 50;
/** A notification has 8,000 bytes; an id has 36. */
const idsOfNotification = 200;
const retryMs = 1000;

/** Calls this portal's listeners directly and those of other portals by PostgreSQL's notifications. */
export function createChangeFeed({ database, log }: ChangeFeedOptions): ChangeFeed {
  const portalId = randomUUID();
  const closing = new AbortController();
  const listeners = createListeners();
  let listening: Promise<void> | undefined;

  const announceToOthers = createGatherer(async (companyIds) => {
    const payload = [portalId, ...companyIds].join(' ');
    await database.withSystem('changes.announce', (tx) => notifyPortals(tx, payload));
  }, closing.signal);
  const listen = () =>
    keepListening({
      url: database.systemUrl,
      log,
      signal: closing.signal,
      onConnect: listeners.tellAll,
      onPayload: (payload) => {
        const [sender, ...companyIds] = payload.split(' ');
        if (sender !== portalId) for (const companyId of companyIds) listeners.tell(companyId);
      },
    });
  return {
    announce: (companyId) => {
      if (closing.signal.aborted) return;
      listeners.tell(companyId);
      announceToOthers(companyId);
    },
    subscribe: (companyId, listener) => {
      if (closing.signal.aborted) return undefined;
      // One more connection to the database, so it is opened for the first listener.
      listening ??= listen();
      return listeners.add(companyId, listener);
    },
    close: async () => {
      closing.abort();
      listeners.end();
      await listening;
    },
  };
}

function createListeners() {
  const ofCompanies = new Map<string, Set<ChangeListener>>();
  const tell = (companyId: string) => ofCompanies.get(companyId)?.forEach(({ onChange }) => onChange());
  return {
    tell,
    tellAll: () => [...ofCompanies.keys()].forEach(tell),
    add: (companyId: string, listener: ChangeListener) => {
      const listeners = ofCompanies.get(companyId) ?? new Set();
      ofCompanies.set(companyId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && ofCompanies.get(companyId) === listeners) ofCompanies.delete(companyId);
      };
    },
    end: () => {
      const all = [...ofCompanies.values()].flatMap((listeners) => [...listeners]);
      ofCompanies.clear();
      for (const { onEnd } of all) onEnd();
    },
  };
}

/** Ids that could not be sent are sent with the next ones, or after `retryMs`. */
function createGatherer(send: (ids: readonly string[]) => Promise<void>, signal: AbortSignal) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms).unref();
  };
  const flush = async () => {
    const ids = [...waiting].slice(0, idsOfNotification);
    for (const id of ids) waiting.delete(id);
    const isSent = await send(ids).then(
      () => true,
      () => false,
    );
    timer = undefined;
    if (signal.aborted) return;
    if (!isSent) for (const id of ids) waiting.add(id);
    if (waiting.size > 0) schedule(isSent ? gatherMs : retryMs);
  };
  return (id: string) => {
    waiting.add(id);
    schedule(gatherMs);
  };
}

interface Listening {
  readonly url: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
  readonly onConnect: () => void;
  readonly onPayload: (payload: string) => void;
}

/** Listens until the signal, with a new connection after each one that is lost. */
async function keepListening({ url, log, signal, onConnect, onPayload }: Listening): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: url,
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
    await client.end().catch(() => undefined);
    await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
