import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationStatus } from '#contract/analytics/conversations.ts';
import type { IntakeAnswer, IntakeConversation } from '#contract/intake/intake.ts';
import type { IntakeClient } from './intake-client.ts';

interface Holding {
  readonly client: IntakeClient;
  /** How long a dialogue of minutes takes here: 0.1 for a tenth of the time. */
  readonly pace: number;
  /** Breaks the dialogue off; the portal is still told that it ended. */
  readonly signal: AbortSignal;
}

/**
 * Has one conversation as a real assistant reports it: first that it began, then message by message, and at the end
 * how it ended. Its dates are moved to the present.
 * @returns how it ended
 * @throws IntakeRefused, also where the portal refuses one of the items; PortalUnreachable
 */
export async function holdConversation(written: IntakeConversation, { client, pace, signal }: Holding) {
  const { id: conversationId, messages = [], status = 'Completed', approvedAt, ...conversation } = written;
  const startedMs = Date.parse(written.date);
  const now = () => new Date().toISOString();
  const begun = { ...conversation, id: conversationId, date: now(), reportedAt: now(), status: 'Processing' } as const;
  await taken(client.send({ conversations: [begun] }));
  let passedMs = 0;
  for (const message of messages) {
    const atMs = (Date.parse(message.date) - startedMs) * pace;
    if (!(await pause(atMs - passedMs, signal))) break;
    passedMs = atMs;
    await taken(client.send({ messages: [{ ...message, conversationId, date: now() }] }));
  }
  const ended: ConversationStatus = signal.aborted ? 'Escaped' : status;
  const approved = ended === 'Completed' && approvedAt !== undefined && { approvedAt: now() };
  await taken(client.send({ statuses: [{ conversationId, status: ended, date: now(), ...approved }] }));
  return ended;
}

/** @returns whether it was slept to the end */
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
