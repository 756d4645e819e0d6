import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import {
  toIso,
  toName,
  toTextPart,
  toUser,
  type ReadRecord,
  type ReportedMessage,
  type ReportedTurn,
} from './record-fields.ts';

/** A message as chat programs log it. */
export interface ChatMessage {
  readonly id: string;
  readonly at: number;
  readonly isAssistant: boolean;
  readonly text: string;
  readonly author?: string | undefined;
  readonly model?: string | undefined;
  readonly format?: 'markdown' | undefined;
}

interface Chat {
  readonly id: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly startedAt?: number | undefined;
  readonly user?: string | undefined;
  readonly userName?: string | undefined;
  readonly skill?: string | undefined;
  readonly status?: IntakeConversation['status'] | undefined;
}

/** A conversation that a record holds whole, or a part of it. */
export function toChatRecord({ id, messages, startedAt, user, userName, skill, status }: Chat): ReadRecord {
  if (id === undefined) return { reason: 'no-conversation' };
  const said = messages.filter(({ text }) => text.trim() !== '');
  if (said.some(({ at }) => !Number.isFinite(at))) return { reason: 'no-date' };
  const [first] = said;
  if (!first) return { reason: 'no-text' };
  const instants = said.map(({ at }) => at);
  const named = toNamedUser(user, userName);
  return {
    item: {
      id,
      date: toIso(instants.reduce((least, at) => Math.min(least, at), startedAt ?? first.at)),
      reportedAt: toIso(instants.reduce((most, at) => Math.max(most, at), first.at)),
      ...(skill !== undefined && { skill: toName(skill) }),
      ...(named && { user: named }),
      ...(status && { status }),
      messages: said.map(toMessage),
      turns: listTurns(said),
    },
  };
}

function toNamedUser(id: string | undefined, name: string | undefined): IntakeConversation['user'] {
  if (id === undefined && name === undefined) return undefined;
  const [firstName = '', ...others] = toName(name ?? '').split(' ');
  return { ...toUser(id ?? toName(name ?? '')), ...(name !== undefined && { firstName, lastName: others.join(' ') }) };
}

const toMessage = ({ id, at, isAssistant, text, author, format }: ChatMessage): ReportedMessage => ({
  id: toName(id),
  date: toIso(at),
  isAssistant,
  ...(author !== undefined && { author: toName(author) }),
  data: [toTextPart(text, isAssistant ? format : 'plain')],
});

const mostTurns = 1000;

/** Lists a turn for each answer whose model the log names. */
function listTurns(messages: readonly ChatMessage[]): ReportedTurn[] {
  return messages
    .flatMap(({ at, isAssistant, model }) =>
      isAssistant && model !== undefined ? [{ date: toIso(at), model: model.slice(0, 100) }] : [],
    )
    .slice(-mostTurns);
}
