import { isOfUser, listParts } from './copilot-activities.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import { parseDate } from '../read/parse-date.ts';
import { findFields, findText, toFields, toIso, toName, toUser } from './record-fields.ts';

/*
 * `Bot Framework`: transcripts of its Emulator and transcript stores, a list of activities; the Emulator wraps each in
 * `{"type": "activity add", "activity": …}` in some versions.
 */

const unwrap = (record: Fields): Fields => {
  const inner = toFields(record['activity']);
  return Object.keys(inner).length > 0 ? inner : record;
};

const isOwn = (record: Fields): boolean => {
  const activity = unwrap(record);
  const isSent =
    activity['from'] !== undefined && (activity['conversation'] !== undefined || activity['recipient'] !== undefined);
  return typeof activity['type'] === 'string' && isSent;
};

export const botFramework: FormatReader = {
  isOwn,
  read: (value, { number }) => {
    const activity = unwrap(toFields(value));
    if (!isOwn(activity) || activity['type'] !== 'message') return { reason: 'other-kind' };
    const id = findText(findFields(activity, 'conversation')['id']);
    const at = parseDate(findText(activity['timestamp'] ?? activity['localTimestamp']) ?? '', 'iso', 'UTC');
    if (id === undefined) return { reason: 'no-conversation' };
    if (at === undefined) return { reason: 'no-date' };
    const data = listParts(activity);
    if (data.length === 0) return { reason: 'no-text' };
    const isAssistant = isOfAssistant(activity);
    const user = isAssistant ? undefined : toSender(toFields(activity['from']));
    return {
      item: {
        id,
        date: toIso(at),
        ...(user && { user }),
        messages: [
          { id: toName(findText(activity['id']) ?? `activity ${number}`), date: toIso(at), isAssistant, data },
        ],
      },
    };
  },
};

/** Channels name those who do not sign in `User`. */
function toSender({ id, aadObjectId, name }: Fields) {
  const known = findText(aadObjectId) ?? findText(id);
  const [firstName = '', ...others] = toName(findText(name) ?? '').split(' ');
  const isNamed = firstName !== '' && firstName.toLowerCase() !== 'user';
  return known === undefined
    ? undefined
    : { ...toUser(known), ...(isNamed && { firstName, lastName: others.join(' ') }) };
}

/** By the role of who sends or gets it, which stores may leave out; then what replies, or is called one. */
function isOfAssistant(activity: Fields): boolean {
  const [from, to] = [toFields(activity['from']), toFields(activity['recipient'])];
  if (isOfUser(from) || to['role'] === 'bot' || to['role'] === 0) return false;
  if (from['role'] !== undefined || to['role'] === 'user') return true;
  return (
    activity['replyToId'] !== undefined ||
    /\bbot\b/i.test(`${findText(from['name']) ?? ''} ${findText(from['id']) ?? ''}`)
  );
}
