import { toChatRecord, type ChatMessage } from './chat-messages.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { findFields, findText, openJson, toFields, toIso, toList, toName, type ReadRecord } from './record-fields.ts';

/*
 * Rasa: trackers as its API and the MongoDB store have them (`sender_id` with `events`), and single events as the event broker
 * sends them and the table `events` of the SQL store has them, where `data` is the event as JSON.
 * What one person says forms one tracker for good: a conversation is a session of it, as Rasa begins them (`session_started`).
 */

const isTracker = (record: Fields) => record['sender_id'] !== undefined && Array.isArray(record['events']);
const isEvent = (record: Fields) =>
  record['sender_id'] !== undefined && (record['event'] !== undefined || record['type_name'] !== undefined);

export const rasa: FormatReader = {
  isOwn: (record) => isTracker(record) || isEvent(record),
  isOwnTable: (names) => names.has('senderid') && (names.has('typename') || names.has('event')) && names.has('data'),
  read: (value, { number, memory }) => {
    const record = toFields(value);
    if (isTracker(record)) return readTracker(record);
    const id = findText(record['sender_id'] ?? record['senderid']);
    const data = toFields(openJson(record['data']));
    const event = data['event'] === undefined ? record : data;
    if (id !== undefined && isSessionStart(event)) rememberSession(memory, id, toAt(event));
    const [message] = toMessage(event, `event ${findText(record['id']) ?? number}`);
    if (!message) return { reason: 'other-kind' };
    const key = `session ${id}`;
    if (id !== undefined && !memory.has(key)) memory.set(key, id);
    const session = memory.get(key) ?? id;
    return withSkill(toChatRecord({ id: session, messages: [message] }), findSkill([event]));
  },
};

const isSessionStart = (event: Fields): boolean => (event['event'] ?? event['type_name']) === 'session_started';

/** In milliseconds; `NaN` where it is missing. */
const toAt = (event: Fields): number => Math.round(Number(event['timestamp'] ?? Number.NaN) * 1000);

/** The first session has the name of the tracker, others their start too. */
const toSessionId = (id: string, at: number): string => (Number.isFinite(at) ? `${id} ${toIso(at)}` : id);

/** Persons whose session is kept between the events of a file. */
const maxSessions = 5000;

function rememberSession(memory: Map<string, string>, id: string, at: number): void {
  const key = `session ${id}`;
  const session = memory.has(key) ? toSessionId(id, at) : id;
  // At the end, so that the one that was begun longest ago is forgotten first.
  memory.delete(key);
  memory.set(key, session);
  for (const [oldest] of memory) if (memory.size > maxSessions) memory.delete(oldest);
}

function readTracker(tracker: Fields): ReadRecord {
  const id = findText(tracker['sender_id']);
  const events = toList(tracker['events']).map(toFields);
  const read = splitSessions(events).map(({ from, until }, place) => {
    const [start, at] = [events[from] ?? {}, toAt(events[from] ?? {})];
    const isLater = place > 0 && isSessionStart(start);
    return readSession(isLater && id !== undefined ? toSessionId(id, at) : id, events.slice(from, until), from);
  });
  const [first, ...others] = read.flatMap((session) => ('item' in session ? session.item : []));
  const wrong = read.find((session) => !('item' in session) && session.reason !== 'no-text');
  if (wrong || !first) return wrong ?? read[0] ?? { reason: 'no-text' };
  return { item: first, ...(others.length > 0 && { others }) };
}

/** Places of the sessions; events before the first start are part of the first one, unless something was said in them. */
function splitSessions(events: readonly Fields[]): ReadonlyArray<{ readonly from: number; readonly until: number }> {
  const starts = [...events.keys()].filter((place) => isSessionStart(events[place] ?? {}));
  const [first = 0] = starts;
  const isSaidBefore = events.slice(0, first).some((event, place) => toMessage(event, `event ${place}`).length > 0);
  const begins = isSaidBefore ? [0, ...starts] : [0, ...starts.slice(1)];
  return begins.map((from, place) => ({ from, until: begins[place + 1] ?? events.length }));
}

function readSession(id: string | undefined, events: readonly Fields[], from: number): ReadRecord {
  const messages = events.flatMap((event, place) => toMessage(event, `event ${from + place}`));
  const calls = events.filter(({ event, name }) => event === 'action' && !ownAction.test(findText(name) ?? ''));
  const isHanded = events.some(({ event, name }) => event === 'action' && /handoff|human/i.test(findText(name) ?? ''));
  const read = toChatRecord({ id, messages, status: isHanded ? 'Escaped' : undefined });
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
  const at = toAt(event);
  const id = findText(event['message_id']) ?? (Number.isFinite(at) ? `${kind} ${toIso(at)}` : otherId);
  return [{ id, at, isAssistant: kind === 'bot', text: lines.join('\n') }];
}

const ownIntent =
  /^(?:nlu_fallback|greet|goodbye|bye|affirm|deny|thank\w*|chitchat.*|out_of_scope|session_start|restart|back)$/i;

/** The last flow that was started, else the last intent that is the company's own. */
function findSkill(events: readonly Fields[]): string | undefined {
  const flow = events.findLast(({ event }) => event === 'flow_started');
  const intents = events.flatMap((event) => findText(findFields(event, 'parse_data', 'intent')['name']) ?? []);
  return findText(flow?.['flow_id']) ?? intents.findLast((name) => !ownIntent.test(name));
}
