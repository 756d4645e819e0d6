import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { IntakeAnswer, IntakeConversation } from '#features/intake/contract/intake.ts';
import type { IntakeClient } from './intake-client.ts';

interface Reporting {
  readonly client: IntakeClient;
  /** Real time per time of the dialogue: 0.1 for a tenth. */
  readonly pace: number;
  /** Breaks the dialogue off; its final status is still sent. */
  readonly signal: AbortSignal;
}

/**
 * Reports one conversation as a real assistant does: first as Processing, then message by message, and at the end
 * its status. Dates are moved to the present.
 * @returns its final status
 * @throws IntakeRefused, also where the portal rejects one of the items; PortalUnreachable
 */
export async function reportConversation(written: IntakeConversation, { client, pace, signal }: Reporting) {
  const { id: conversationId, messages = [], turns = [], status = 'Completed', approvedAt, ...conversation } = written;
  const startedMs = Date.parse(written.date);
  const now = () => new Date().toISOString();
  const date = now();
  const begun = { ...conversation, id: conversationId, date, reportedAt: date, status: 'Processing' } as const;
  await taken(client.send({ conversations: [begun] }));
  let passedMs = 0;
  for (const message of messages) {
    const atMs = (Date.parse(message.date) - startedMs) * pace;
    if (!(await pause(atMs - passedMs, signal))) break;
    passedMs = atMs;
    await taken(client.send({ messages: [{ ...message, conversationId, date: now() }] }));
  }
  const move = (instant: string) => new Date(Date.parse(date) + (Date.parse(instant) - startedMs) * pace).toISOString();
  const passed = turns.map((turn) => ({ ...turn, date: move(turn.date) })).filter((turn) => turn.date <= now());
  await taken(client.send({ conversations: [{ id: conversationId, date, reportedAt: now(), turns: passed }] }));
  const ended: ConversationStatus = signal.aborted ? 'Escaped' : status;
  const approved = ended === 'Completed' && approvedAt !== undefined && { approvedAt: now() };
  await taken(client.send({ statuses: [{ conversationId, status: ended, date: now(), ...approved }] }));
  return ended;
}

/** @returns false where `signal` ended the sleep */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(Math.max(0, milliseconds), undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

async function taken(answer: Promise<IntakeAnswer>): Promise<void> {
  const [refused] = (await answer).rejected;
  if (refused)
    throw new Error(`The portal did not take ${refused.kind}[${refused.index}]: ${refused.reasons.join(' ')}`);
}
