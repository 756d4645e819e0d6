import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import { parseDate } from '../read/parse-date.ts';
import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import { copilotOutcomes, isOwnTopic } from './copilot-activities.ts';
import type { FormatReader } from './format-reader.ts';
import { findText, toFields } from './record-fields.ts';

/*
 * Copilot Studio, the sessions that its analytics page downloads: a row is a session, and its transcript one text:
 * `User says: …; Bot says: …;`. It has one time alone, so that the messages follow each other by a millisecond.
 */

export const copilotSessions: FormatReader = {
  isOwnTable: (names) => names.has('sessionid') && names.has('chattranscript'),
  read: (value, { timeZone }) => {
    const row = toFields(value);
    const id = findText(row['sessionid']);
    const written = findText(row['startdatetime']) ?? '';
    const at = parseDate(written, 'iso', 'UTC') ?? parseDate(written, 'month-first', timeZone);
    if (at === undefined) return { reason: 'no-date', ...(written !== '' && { value: written }) };
    const topic = findText(row['topicname']);
    return toChatRecord({
      id,
      messages: splitTranscript(findText(row['chattranscript']) ?? '').map((message, place) => ({
        ...message,
        id: `${id ?? ''} ${place}`,
        at: at + place,
      })),
      startedAt: at,
      skill: topic !== undefined && !isOwnTopic(topic) ? topic : undefined,
      status: toStatus(findText(row['sessionoutcome'])),
    });
  },
};

const toStatus = (outcome: string | undefined): ConversationStatus | undefined =>
  copilotOutcomes[outcome?.trim().toLowerCase() ?? ''];

const speaker = /(?:^|;)\s*(?<who>User|Bot|Agent|Copilot) says:/gi;

/** A semicolon can stand in a text too: the next speaker ends it. */
function splitTranscript(transcript: string): Array<Pick<ChatMessage, 'isAssistant' | 'text'>> {
  const starts = [...transcript.matchAll(speaker)];
  return starts.flatMap((start, place) => {
    const from = start.index + start[0].length;
    const until = starts[place + 1]?.index ?? transcript.length;
    const text = transcript.slice(from, until).trim().replace(/;$/, '').trim();
    return text === '' ? [] : [{ isAssistant: !/^user$/i.test(start.groups?.['who'] ?? ''), text }];
  });
}
