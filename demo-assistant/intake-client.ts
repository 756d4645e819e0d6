import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as z from 'zod';
import {
  IntakeAnswer,
  type IntakeConversation,
  type IntakeMessage,
  type IntakeStatus,
} from '#features/intake/contract/intake.ts';

/** The portal rejected the call; a retry would get the same answer. */
export class IntakeRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`The portal refuses this (${status}): ${message}`);
    this.status = status;
  }
}

/** No answer, or none within the time limit. */
export class PortalUnreachable extends Error {}

interface Batch {
  readonly conversations?: readonly IntakeConversation[];
  readonly messages?: readonly IntakeMessage[];
  readonly statuses?: readonly IntakeStatus[];
  readonly billed?: boolean;
}

export interface IntakeClient {
  send(batch: Batch): Promise<IntakeAnswer>;
  /** @returns the key of the picture, for filePicker parts */
  upload(picture: Uint8Array<ArrayBuffer>): Promise<string>;
}

interface ClientOptions {
  /** The portal's address, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Ends the wait after 429 and 503; running calls are not cancelled. */
  readonly signal: AbortSignal;
  readonly onWait?: (seconds: number) => void;
}

const requestLimitMs = 30_000;
const waitSeconds = { min: 0.05, max: 60 };
const compress = promisify(gzip);

const FileAnswer = z.object({ fileKey: z.string() });
const ProblemBody = z.object({ message: z.string() });

/**
 * A client of the intake API that retries after 429 and 503, as `Retry-After` says.
 * @throws IntakeRefused, PortalUnreachable, or an AbortError from an aborted wait
 */
export function createIntakeClient(options: ClientOptions): IntakeClient {
  return {
    async send(batch) {
      const body = new Uint8Array(await compress(JSON.stringify(batch)));
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      return IntakeAnswer.parse(await post(options, '/api/intake/conversations', { body, headers }));
    },
    async upload(picture) {
      const headers = { 'content-type': 'image/png' };
      const { fileKey } = FileAnswer.parse(await post(options, '/api/intake/files', { body: picture, headers }));
      return fileKey;
    },
  };
}

interface Posted {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Record<string, string>;
}

async function post(options: ClientOptions, path: string, { body, headers }: Posted): Promise<unknown> {
  const { url, key, signal, onWait } = options;
  for (;;) {
    signal.throwIfAborted();
    const response = await reach(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
      body,
    });
    if (response.ok) return response.json();
    if (response.status !== 429 && response.status !== 503) throw await toIntakeRefused(response);
    await response.body?.cancel();
    const seconds = readWaitSeconds(response.headers);
    onWait?.(seconds);
    await sleep(seconds * 1000, undefined, { signal });
  }
}

function readWaitSeconds(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, waitSeconds.min), waitSeconds.max) : 1;
}

/** @throws PortalUnreachable */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(requestLimitMs) });
  } catch (cause) {
    throw new PortalUnreachable(`Nothing answers at ${new URL(url).origin}. Is the portal running?`, { cause });
  }
}

export async function toIntakeRefused(response: Response): Promise<IntakeRefused> {
  const parsed = ProblemBody.safeParse(await response.json().catch(() => undefined));
  return new IntakeRefused(response.status, parsed.success ? parsed.data.message : response.statusText);
}
