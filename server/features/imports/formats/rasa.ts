import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { findFields, findText, openJson, toFields, toIso, toList, toName, type ReadRecord } from './record-fields.ts';

/*
 * Rasa: trackers as its API and the MongoDB store have them (`sender_id` with `events`), and single events as the event broker
 * sends them and the table `events` of the SQL store has them, where `data` is the event as JSON.
 */

const isTracker = (record: Fields) => record['sender_id'] !== undefined && Array.isArray(record['events']);
const isEvent = (record: Fields) =>
  record['sender_id'] !== undefined && (record['event'] !== undefined || record['type_name'] !== undefined);

export const rasa: FormatReader = {
  isOwn: (record) => isTracker(record) || isEvent(record),
  isOwnTable: (names) => names.has('senderid') && (names.has('typename') || names.has('event')) && names.has('data'),
  read: (value, { number }) => {
    const record = toFields(value);
    if (isTracker(record)) return readTracker(record);
    const id = findText(record['sender_id'] ?? record['senderid']);
    const data = toFields(openJson(record['data']));
    const event = data['event'] === undefined ? record : data;
    const [message] = toMessage(event, `event ${findText(record['id']) ?? number}`);
    if (!message) return { reason: 'other-kind' };
    return withSkill(toChatRecord({ id, messages: [message] }), findSkill([event]));
  },
};

function readTracker(tracker: Fields): ReadRecord {
  const events = toList(tracker['events']).map(toFields);
  const messages = events.flatMap((event, place) => toMessage(event, `event ${place}`));
  const calls = events.filter(({ event, name }) => event === 'action' && !ownAction.test(findText(name) ?? ''));
  const isHanded = events.some(({ event, name }) => event === 'action' && /handoff|human/i.test(findText(name) ?? ''));
  const read = toChatRecord({
    id: findText(tracker['sender_id']),
    messages,
    status: isHanded ? 'Escaped' : undefined,
  });
  if (!('item' in read)) return read;
  return withSkill({ item: { ...read.item, apiCalls: calls.length } }, findSkill(events));
}

const withSkill = (read: ReadRecord, skill: string | undefined): ReadRecord =>
  'item' in read && skill !== undefined ? { item: { ...read.item, skill: toName(skill) } } : read;

/** Actions that say or listen; others call something. */
const ownAction = /^(?:action_(?:listen|session_start|default_|restart|back|unlikely|extract_slots)|utter_|validate_)/;

/** Seconds since 1970. */
function toMessage(event: Fields, otherId: string): ChatMessage[] {
  const kind = event['event'] ?? event['type_name'];
  if (kind !== 'user' && kind !== 'bot') return [];
  const said = findText(event['text']);
  const buttons = toList(findFields(event, 'data')['buttons']).flatMap(
    (button) => findText(toFields(button)['title']) ?? [],
  );
  const lines = [said, ...buttons.map((title) => `- ${title}`)].flatMap((line) => line ?? []);
  if (said === '/session_start') return [];
  const at = Number(event['timestamp'] ?? Number.NaN) * 1000;
  const id = findText(event['message_id']) ?? (Number.isFinite(at) ? `${kind} ${toIso(at)}` : otherId);
  return [{ id, at: Math.round(at), isAssistant: kind === 'bot', text: lines.join('\n') }];
}

const ownIntent =
  /^(?:nlu_fallback|greet|goodbye|bye|affirm|deny|thank\w*|chitchat.*|out_of_scope|session_start|restart|back)$/i;

/** The last flow that was started, else the last intent that is the company's own. */
function findSkill(events: readonly Fields[]): string | undefined {
  const flow = events.findLast(({ event }) => event === 'flow_started');
  const intents = events.flatMap((event) => findText(findFields(event, 'parse_data', 'intent')['name']) ?? []);
  return findText(flow?.['flow_id']) ?? intents.findLast((name) => !ownIntent.test(name));
}
