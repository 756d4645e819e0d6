import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { findSaidTwice, findSaidAtOnce, toSaid } from './said-twice.ts';
import type { ReportedMessage } from './normalize-batch.ts';

/** A stored message of a conversation that telemetry and an assistant's own reports tell. */
export interface ComparedMessage {
  readonly id: string;
  /** The sender's id; a derived message has a hash of its content and a count in it. */
  readonly externalId: string;
  readonly isDerived: boolean;
  readonly atMs: number;
  readonly said: string;
}

/** Who has reported messages of a conversation, as bits. */
export const messageSources = { reported: 1, derived: 2 } as const;
export const bothSources = messageSources.reported | messageSources.derived;

/** The sender's id of a derived message. */
export const derivedId = /^([0-9a-f]{32}):([0-9]+)$/;
/** After the id of a derived message without its text, so that it is still known to be derived; others count from one. */
export const emptiedEnd = ':0';

/** The same of a message that is about to be stored. */
export const toComparedMessage = (message: ReportedMessage): ComparedMessage => ({
  id: message.id,
  externalId: message.externalId,
  isDerived: message.isDerived,
  atMs: message.sentAt,
  said: toSaid({ isAssistant: message.isAssistant, parts: JSON.parse(message.parts) as MessagePart[] }),
});

const withoutText = (message: ComparedMessage): ComparedMessage => ({
  ...message,
  said: message.said.split(' ', 1)[0] ?? '',
});

/**
 * Finds messages of telemetry that another of its senders has reported, where texts and spans were deleted, so that who spoke and
 * when are all that can be compared.
 * @param stored those of before
 * @returns the id of the stored message, by the id of the one that repeats it
 */
export function findDerivedTwice(
  stored: readonly ComparedMessage[],
  reported: readonly ComparedMessage[],
): ReadonlyMap<string, string> {
  const [kept, others] = [stored, reported].map((list) => list.filter(({ isDerived }) => isDerived).map(withoutText));
  if (!kept || !others) return new Map();
  return toIds(findSaidAtOnce(kept, others), kept, others);
}

/**
 * Finds messages of telemetry that an assistant has reported itself: its own stay, because they have its ids.
 * @param isEmptied no text is known, so that messages are counted by who spoke
 * @returns the id of the message that stays, by the id of that of telemetry
 */
export function findReportedTwice(
  messages: readonly ComparedMessage[],
  isEmptied: boolean,
): ReadonlyMap<string, string> {
  const list = isEmptied ? messages.map(withoutText) : messages;
  const derived = list.filter(({ isDerived }) => isDerived).toSorted((one, other) => one.atMs - other.atMs);
  const reported = leaveOutTaken(
    list.filter(({ isDerived }) => !isDerived),
    derived,
  );
  return toIds(findSaidTwice(reported, derived), reported, derived);
}

/** @param pairs indexes in `kept` by those in `others` */
function toIds(
  pairs: ReadonlyMap<number, number>,
  kept: readonly ComparedMessage[],
  others: readonly ComparedMessage[],
): ReadonlyMap<string, string> {
  return new Map(
    [...pairs].flatMap(([index, keptIndex]) => {
      const [one, other] = [kept[keptIndex], others[index]];
      return one && other ? [[other.id, one.id] as const] : [];
    }),
  );
}

/** Leaves out as many of one text as telemetry has been taken off before: of those it has only the later ones. */
function leaveOutTaken(reported: readonly ComparedMessage[], derived: readonly ComparedMessage[]): ComparedMessage[] {
  const places = new Map<string, { said: string; highest: number; count: number }>();
  for (const { externalId, said } of derived) {
    const [, hash = '', place = ''] = derivedId.exec(externalId) ?? [];
    if (hash === '' || place === emptiedEnd.slice(1)) continue;
    const known = places.get(hash) ?? { said, highest: 0, count: 0 };
    places.set(hash, { said, highest: Math.max(known.highest, Number(place)), count: known.count + 1 });
  }
  const taken = new Map<string, number>();
  for (const { said, highest, count } of places.values()) taken.set(said, (taken.get(said) ?? 0) + highest - count);
  return reported
    .toSorted((one, other) => one.atMs - other.atMs)
    .filter(({ said }) => {
      const left = taken.get(said) ?? 0;
      if (left > 0) taken.set(said, left - 1);
      return left <= 0;
    });
}
