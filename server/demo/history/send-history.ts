import { randomBytes } from 'node:crypto';
import { setImmediate as untilOthersRan, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { intakeKeyPrefix } from '#features/intake/contract/intake-keys.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import type { Database } from '../../database/open-database.ts';
import type { Clock } from '../../outside/clock.ts';
import { companyCasts, type CompanyCast } from '../../../demo-assistant/company-cast.ts';
import {
  createIntakeClient,
  IntakeRefused,
  PortalUnreachable,
  type IntakeClient,
} from '../../../demo-assistant/intake-client.ts';
import { planMonth } from '../../../demo-assistant/plan-month.ts';
import type { Scene } from '../../../demo-assistant/script.ts';
import { uploadPictures } from '../../../demo-assistant/upload-pictures.ts';
import { writeConversation, type Occasion, type Setting } from '../../../demo-assistant/write-conversation.ts';
import {
  listPendingMonths,
  markMonthDone,
  noteDemoCostOwners,
  createHistoryKey,
  revokeHistoryKey,
  claimHistoryTurn,
  type PendingMonth,
} from './demo-history.repository.ts';

interface HistoryOptions {
  readonly database: Database;
  /** The address this portal listens on. */
  readonly address: { readonly host: string; readonly port: number };
  readonly assistantName: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Stops after the current batch; the next start continues from there. */
  readonly signal: AbortSignal;
}

const batchSize = 200;
/** Conversations generated without yielding to the event loop. */
const sliceSize = 20;
const retryMs = 2000;
const maxAttempts = 30;

/** Sends the missing conversations of the demo through the portal's own intake, newest month first. Never throws. */
export async function sendHistory(options: HistoryOptions): Promise<void> {
  const { database, log, signal } = options;
  try {
    const turn = await claimHistoryTurn(database.systemUrl, signal);
    try {
      await sendPendingMonths(options);
    } finally {
      await turn.release();
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'demo conversations incomplete; the next start continues');
  }
}

async function sendPendingMonths(options: HistoryOptions): Promise<void> {
  const { database, clock, log, signal } = options;
  const pending = await database.inSystem('demo.seed', listPendingMonths);
  const assistants = new Map<string, Assistant>();
  for (const month of pending) {
    signal.throwIfAborted();
    const cast = companyCasts.find(({ companyName }) => companyName === month.companyName);
    if (!cast) continue;
    const assistant = assistants.get(month.companyId) ?? (await employAssistant(options, month.companyId));
    assistants.set(month.companyId, assistant);
    await sendMonth({ ...options, ...assistant, cast, month });
    await database.inCompany(month.companyId, (tx) => markMonthDone(tx, { month: month.month, now: clock.now() }));
  }
  for (const companyId of assistants.keys()) {
    await database.inCompany(companyId, (tx) => revokeHistoryKey(tx, clock.now()));
  }
  if (pending.length > 0) log.info({ months: pending.length }, 'demo conversations complete');
}

interface Assistant {
  readonly client: IntakeClient;
  readonly fileKeys: Scene['fileKeys'];
}

async function employAssistant(
  { database, address, clock, signal }: HistoryOptions,
  companyId: string,
): Promise<Assistant> {
  const key = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
  await database.inCompany(companyId, async (tx) => {
    await noteDemoCostOwners(tx);
    await createHistoryKey(tx, key, clock.now());
  });
  const client = createIntakeClient({ url: toUrl(address), key, signal });
  return { client, fileKeys: await sendPatiently(() => uploadPictures(client), signal) };
}

/** A wildcard address is replaced by the loopback address. */
function toUrl({ host, port }: HistoryOptions['address']): string {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

interface Sending extends HistoryOptions, Assistant {
  readonly cast: CompanyCast;
  readonly month: PendingMonth;
}

async function sendMonth({ cast, month, fileKeys, assistantName, client, log, signal }: Sending): Promise<void> {
  const occasions = planMonth(cast, month);
  for (let start = 0; start < occasions.length; start += batchSize) {
    const batch = occasions.slice(start, start + batchSize);
    const conversations = await writeBatch(batch, { cast, fileKeys, assistantName });
    const { rejected } = await sendPatiently(() => client.send({ conversations, billed: true }), signal);
    if (rejected.length > 0)
      log.warn({ month: month.month, rejected: rejected.slice(0, 3) }, 'demo conversations rejected');
  }
}

async function writeBatch(occasions: readonly Occasion[], setting: Setting): Promise<IntakeConversation[]> {
  const written: IntakeConversation[] = [];
  for (const [index, occasion] of occasions.entries()) {
    if (index % sliceSize === 0) await untilOthersRan();
    written.push(writeConversation(occasion, setting));
  }
  return written;
}

/** Retries while the portal is overloaded or its database is unavailable. */
async function sendPatiently<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const isPassing = error instanceof PortalUnreachable || (error instanceof IntakeRefused && error.status >= 500);
      if (!isPassing || attempt === maxAttempts) throw error;
      await sleep(retryMs, undefined, { signal });
    }
  }
}
