import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanyCast } from './company-cast.ts';
import { reportConversation } from './report-conversation.ts';
import type { IntakeClient } from './intake-client.ts';
import type { Scene } from './script.ts';
import { writeConversation } from './write-conversation.ts';

export interface AssistantRun {
  readonly client: IntakeClient;
  readonly cast: CompanyCast;
  readonly fileKeys: Scene['fileKeys'];
  readonly assistantName: string;
  /** Conversations started per minute. */
  readonly perMinute: number;
  /** Number of conversations; undefined: until `stop`. */
  readonly count: number | undefined;
  /** Stops new conversations and breaks off running ones. */
  readonly stop: AbortSignal;
  readonly print: (line: string) => void;
}

const maxRunning = 200;
/** Conversations start this far in the past, so that all messages of a dialogue have dates before now. */
const leadMs = 60 * 60_000;

/**
 * Runs conversations until `count` or `stop`; returns how many ended without an error.
 * @throws the error of the first failed conversation; the others are broken off
 */
export async function runAssistant(run: AssistantRun): Promise<number> {
  const { perMinute, count = Infinity, stop } = run;
  const failing = new AbortController();
  const signal = AbortSignal.any([stop, failing.signal]);
  const running = new Set<Promise<void>>();
  let begun = 0;
  let ended = 0;
  let failure: unknown;
  while (begun < count && !signal.aborted) {
    begun += 1;
    const report: Promise<void> = reportOne(run, signal)
      .then(() => void (ended += 1))
      .catch((error: unknown) => {
        failure ??= error;
        failing.abort();
      })
      .finally(() => running.delete(report));
    running.add(report);
    if (begun < count) await sleep(60_000 / perMinute, undefined, { signal }).catch(() => undefined);
    if (running.size >= maxRunning) await Promise.race(running);
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure;
  return ended;
}

/** Dialogues run faster at a higher rate, so that the number of running ones stays bounded. */
const getPace = (perMinute: number) => Math.min(0.3, 3 / perMinute);

async function reportOne(
  { client, cast, fileKeys, assistantName, perMinute, print }: AssistantRun,
  signal: AbortSignal,
) {
  const now = new Date();
  const occasion = { id: `live-${randomUUID()}`, startsAt: new Date(now.getTime() - leadMs), now };
  const written = writeConversation(occasion, { cast, fileKeys, assistantName });
  const { skill = '', user } = written;
  const status = await reportConversation(written, { client, pace: getPace(perMinute), signal });
  print(
    `${new Date().toISOString().slice(11, 19)}  ${status.padEnd(10)}  ${skill}, ${user?.firstName} ${user?.lastName}`,
  );
}
