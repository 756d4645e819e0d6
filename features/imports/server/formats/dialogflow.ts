import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { parseDate } from '../read/parse-date.ts';
import { isTextEntry, readTextEntry } from './dialogflow-es.ts';
import type { FormatReader } from './format-reader.ts';
import { isOpening, isOwnName, listRichTexts, toMessages } from './dialogflow-messages.ts';
import {
  findFields,
  findText,
  openJson,
  toFields,
  toIso,
  toList,
  toName,
  toTextPart,
  type ReadRecord,
  type ReportedTurn,
} from './record-fields.ts';

/*
 * Dialogflow CX: entries of Cloud Logging (`jsonPayload` is the answer of detectIntent, which repeats what the user said), and
 * rows of the interaction logging export to BigQuery. Entries of Dialogflow ES hold the same answer with other names of fields
 * where they are JSON; where they are text, they are in `dialogflow-es.ts`.
 */

type Fields = Readonly<Record<string, unknown>>;

/** A field under its name of JSON or of SQL. */
const pick = (fields: Fields, name: string): unknown =>
  fields[name] ?? fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

export const dialogflow: FormatReader = {
  isOwn: ({ jsonPayload, textPayload, conversation_name: name }) =>
    jsonPayload !== undefined || name !== undefined || isTextEntry(findText(textPayload) ?? ''),
  read: readEntry,
};

function readEntry(value: unknown): ReadRecord {
  const record = toFields(value);
  const text = findText(record['textPayload']);
  if (text !== undefined) return readTextEntry(record, text);
  const answer = toFields(openJson(record['jsonPayload'] ?? record['response']));
  const result = toFields(pick(answer, 'queryResult'));
  if (Object.keys(result).length === 0) return { reason: 'other-kind' };
  const id = findConversationId(record, answer);
  if (id === undefined) return { reason: 'no-conversation' };
  const at = parseDate(findText(record['timestamp'] ?? record['request_time']) ?? '', 'iso', 'UTC');
  if (at === undefined) return { reason: 'no-date' };
  const replies = listReplies(result);
  const question = findQuestion(result, record);
  const parts = replies.flatMap(toParts);
  if (question === undefined && parts.length === 0) return { reason: 'no-text' };
  const skill = findSkill(result);
  const webhooks = listWebhooks(answer, result);
  const isEscaped = replies.some((reply) => pick(reply, 'liveAgentHandoff') !== undefined);
  const recordId = findText(pick(answer, 'responseId')) ?? findText(record['turn_position']) ?? String(at);
  return {
    item: {
      id,
      date: toIso(at),
      ...(skill !== undefined && { skill: toName(skill) }),
      ...(isEscaped && { status: 'Escaped' }),
      apiCalls: webhooks.length,
      messages: toMessages(recordId, { at, question, parts }),
      turns: [toTurn(at, webhooks)],
    },
  };
}

/** The last part of the name of the session. */
function findConversationId(record: Fields, answer: Fields): string | undefined {
  const label = findText(toFields(record['labels'])['session_id']);
  const name = findText(record['conversation_name']) ?? findText(answer['session']);
  return label ?? name?.split('/').findLast((part) => part !== '');
}

/** Dialogflow ES repeats a reply for other channels than the web; its old entries have the text of the answer alone. */
function listReplies(result: Fields): Fields[] {
  const replies = toList(pick(result, 'responseMessages') ?? pick(result, 'fulfillmentMessages'))
    .map(toFields)
    .filter(({ platform }) => platform === undefined || platform === 'PLATFORM_UNSPECIFIED');
  const text = findText(pick(result, 'fulfillmentText'));
  return replies.length > 0 || text === undefined ? replies : [{ text: { text: [text] } }];
}

/** Dialogflow ES reports one webhook status, beside the result. */
function listWebhooks(answer: Fields, result: Fields): Fields[] {
  return toList(pick(result, 'webhookStatuses') ?? [pick(answer, 'webhookStatus') ?? []].flat()).map(toFields);
}

/** Rows of BigQuery hold the request too. */
function findQuestion(result: Fields, record: Fields): string | undefined {
  const input = findFields(openJson(record['request']), 'queryInput', 'text');
  const query = findText(pick(result, 'queryText'));
  const asked = findText(result['text']) ?? findText(result['transcript']) ?? findText(input['text']) ?? query;
  return asked === undefined || isOpening(asked) ? undefined : asked;
}

function findSkill(result: Fields): string | undefined {
  const match = toFields(result['match']);
  const named = [pick(result, 'currentFlow'), match['intent'], pick(result, 'intent')].map((each) =>
    findText(pick(toFields(each), 'displayName')),
  );
  return named.find((name) => name !== undefined && !isOwnName(name));
}

function toParts(reply: Fields): MessagePart[] {
  const texts = toList(toFields(reply['text'])['text']).flatMap((text) => findText(text) ?? []);
  if (texts.length > 0) return [toTextPart(texts.join('\n'))];
  const { outputAudioText, payload } = reply;
  const spoken = findText(toFields(outputAudioText)['text']);
  if (spoken !== undefined) return [toTextPart(spoken)];
  return toFields(payload)['richContent'] === undefined ? [] : listRichTexts(toFields(payload)['richContent']);
}

/** Webhooks have no name here; one with a code has failed. */
function toTurn(at: number, webhooks: readonly Fields[]): ReportedTurn {
  const tools = webhooks.slice(0, 100).map(({ code, message }) => ({
    name: 'webhook',
    ...(typeof code === 'number' && code !== 0 && { error: (findText(message) ?? `code ${code}`).slice(0, 2000) }),
  }));
  return { date: toIso(at), ...(tools.length > 0 && { tools }) };
}
