import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { MessagePart } from '#contract/conversations/message-parts.ts';
import { parseDate } from '../read/parse-date.ts';
import type { Fields, FormatReader } from './format-reader.ts';
import {
  findText,
  openJson,
  toFields,
  toIso,
  toList,
  toName,
  toTextPart,
  toUser,
  type ReadRecord,
} from './record-fields.ts';

/*
 * What this portal's pages download, as CSV and as JSON Lines: a row of the log is a conversation without its messages, a row of
 * the messages one of them. The names of columns are those of `message-rows` and `conversation-rows` in analytics.
 */

/** A field by its key of JSON Lines, or by its heading in CSV. */
const pick = (row: Fields, ...names: readonly string[]): unknown =>
  names.map((name) => row[name]).find((value) => value !== undefined && value !== null && value !== '');

const isMessage = (row: Fields) =>
  pick(row, 'from') !== undefined && pick(row, 'conversationExternalId', 'idoftheassistant') !== undefined;

export const ownDownload: FormatReader = {
  isOwn: (record) =>
    'conversationExternalId' in record || ('externalId' in record && 'skillState' in record && 'dateLocal' in record),
  isOwnTable: (names) =>
    names.has('idoftheassistant') && names.has('conversation') && (names.has('sent') || names.has('started')),
  read: (value, { timeZone }) => {
    const row = toFields(value);
    const id =
      findText(pick(row, 'conversationExternalId', 'idoftheassistant', ...(isMessage(row) ? [] : ['externalId']))) ??
      findText(pick(row, 'conversation', 'id'));
    if (id === undefined) return { reason: 'no-conversation' };
    const written = findText(pick(row, 'date', 'sent', 'started')) ?? '';
    const at = parseDate(written, 'iso', 'UTC') ?? parseDate(written, 'day-first', timeZone);
    if (at === undefined) return { reason: 'no-date', ...(written !== '' && { value: written }) };
    return isMessage(row) ? readMessage(row, id, at) : readConversation(row, id, at);
  },
};

const toRating = (value: unknown, at: number) =>
  value === 'positive' || value === 'negative' ? { rating: { value, date: toIso(at) } as const } : {};

function readMessage(row: Fields, id: string, at: number): ReadRecord {
  const text = findText(pick(row, 'text'));
  const others = toList(openJson(pick(row, 'otherParts', 'otherparts'))).flatMap((part): MessagePart[] => {
    const parsed = MessagePart.safeParse(part);
    return parsed.success ? [parsed.data] : [];
  });
  const data = [...(text === undefined ? [] : [toTextPart(text)]), ...others];
  if (data.length === 0) return { reason: 'no-text' };
  const author = findText(pick(row, 'author'));
  const isAssistant = findText(pick(row, 'from'))?.toLowerCase() === 'assistant';
  return {
    item: {
      id,
      date: toIso(at),
      messages: [
        {
          id: toName(findText(pick(row, 'externalId', 'message')) ?? toIso(at)),
          date: toIso(at),
          isAssistant,
          ...(author !== undefined && { author: toName(author) }),
          data,
          ...toRating(pick(row, 'rating'), at),
        },
      ],
      ...toRating(pick(row, 'conversationRating', 'ratingoftheconversation'), at),
    },
  };
}

function readConversation(row: Fields, id: string, at: number): ReadRecord {
  const [skill, word] = [findText(pick(row, 'skill')), findText(pick(row, 'status'))];
  const status = conversationStatuses.find((each) => each === word);
  const approved = parseDate(findText(pick(row, 'approvedAt', 'approved')) ?? '', 'iso', 'UTC');
  const apiCalls = Number(pick(row, 'apiCalls', 'apicalls') ?? 0);
  return {
    item: {
      id,
      date: toIso(at),
      ...(skill !== undefined && { skill: toName(skill) }),
      ...toNamed(row),
      ...(status && { status }),
      ...(Number.isInteger(apiCalls) && { apiCalls }),
      ...(approved !== undefined && { approvedAt: toIso(approved) }),
      messages: [],
      turns: toTurn(row, at),
      ...toRating(pick(row, 'rating'), at),
    },
  };
}

function toNamed(row: Fields) {
  const [first, last] = [
    findText(pick(row, 'firstName', 'firstname')) ?? '',
    findText(pick(row, 'lastName', 'lastname')) ?? '',
  ];
  const name = `${first} ${last}`.trim();
  return name === '' ? {} : { user: { ...toUser(toName(name)), firstName: toName(first), lastName: toName(last) } };
}

/** The row has the sums of all turns, so that they are one here. */
function toTurn(row: Fields, at: number) {
  const model = findText(pick(row, 'models'))?.split(', ')[0];
  const [durationMs, tokens] = [pick(row, 'slowestMs', 'slowestanswer'), pick(row, 'tokens')].map((each) =>
    Number(each ?? Number.NaN),
  );
  const error = findText(pick(row, 'error'));
  const isMeasured =
    durationMs !== undefined && Number.isInteger(durationMs) && durationMs >= 0 && durationMs <= 86_400_000;
  if (model === undefined && !isMeasured && error === undefined) return [];
  return [
    {
      date: toIso(at),
      ...(model !== undefined && { model: model.slice(0, 100) }),
      ...(isMeasured && { durationMs }),
      ...(tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && { outputTokens: tokens }),
      ...(error !== undefined && { error: error.slice(0, 2000) }),
    },
  ];
}
