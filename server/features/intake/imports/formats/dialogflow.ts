import type { MessagePart } from '#contract/analytics/message-parts.ts';
import { parseDate } from '../read/parse-date.ts';
import { findFields, findText, openJson, toFields, toIso, toList, toName, toTextPart } from './record-fields.ts';
import type { ReadRecord, ReportedMessage, ReportedTurn } from './record-fields.ts';

/*
 * Dialogflow CX: entries of Cloud Logging (`jsonPayload` is the answer of detectIntent, which repeats what the user said), and
 * rows of the interaction logging export to BigQuery.
 */

type Fields = Readonly<Record<string, unknown>>;

/** A field under its name of JSON or of SQL. */
const pick = (fields: Fields, name: string): unknown =>
  fields[name] ?? fields[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

/** The flow and intents of every agent, which are no skill of it. */
const ownNames = /^default (?:start flow|welcome intent|negative intent|fallback intent)$/i;

export function readDialogflowRecord(value: unknown): ReadRecord {
  const record = toFields(value);
  if (findText(record['textPayload']) !== undefined) {
    return { reason: 'other-kind', detail: 'an entry of Dialogflow ES, which is text' };
  }
  const answer = toFields(openJson(record['jsonPayload'] ?? record['response']));
  const result = toFields(pick(answer, 'queryResult'));
  if (Object.keys(result).length === 0) return { reason: 'other-kind' };
  const id = findConversationId(record, answer);
  if (id === undefined) return { reason: 'no-conversation' };
  const at = parseDate(findText(record['timestamp'] ?? record['request_time']) ?? '', 'iso', 'UTC');
  if (at === undefined) return { reason: 'no-date' };
  const replies = toList(pick(result, 'responseMessages')).map(toFields);
  const question = findQuestion(result, record);
  const parts = replies.flatMap(toParts);
  if (question === undefined && parts.length === 0) return { reason: 'no-text' };
  const skill = findSkill(result);
  const webhooks = toList(pick(result, 'webhookStatuses')).map(toFields);
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

/** Rows of BigQuery hold the request too. */
function findQuestion(result: Fields, record: Fields): string | undefined {
  const input = findFields(openJson(record['request']), 'queryInput', 'text');
  return findText(result['text']) ?? findText(result['transcript']) ?? findText(input['text']);
}

function findSkill(result: Fields): string | undefined {
  const match = toFields(result['match']);
  const named = [pick(result, 'currentFlow'), match['intent'], pick(result, 'intent')].map((each) =>
    findText(pick(toFields(each), 'displayName')),
  );
  return named.find((name) => name !== undefined && !ownNames.test(name));
}

function toParts(reply: Fields): MessagePart[] {
  const texts = toList(toFields(reply['text'])['text']).flatMap((text) => findText(text) ?? []);
  if (texts.length > 0) return [toTextPart(texts.join('\n'))];
  const { outputAudioText, payload } = reply;
  const spoken = findText(toFields(outputAudioText)['text']);
  if (spoken !== undefined) return [toTextPart(spoken)];
  return toFields(payload)['richContent'] === undefined ? [] : listRichTexts(toFields(payload)['richContent']);
}

/** The texts of cards and chips of the web client. */
function listRichTexts(content: unknown): MessagePart[] {
  const texts = toList(content)
    .flatMap(toList)
    .map(toFields)
    .flatMap(({ title, subtitle, text, options }) => [
      ...[title, subtitle, text].flatMap((each) => [each].flat()),
      ...toList(options).map((option) => toFields(option)['text']),
    ])
    .flatMap((text) => findText(text) ?? []);
  return texts.length === 0 ? [] : [toTextPart(texts.join('\n'))];
}

interface Said {
  readonly at: number;
  readonly question: string | undefined;
  readonly parts: MessagePart[];
}

function toMessages(id: string, { at, question, parts }: Said): ReportedMessage[] {
  const date = toIso(at);
  const asked: ReportedMessage[] =
    question === undefined
      ? []
      : [{ id: `${id} question`, date, isAssistant: false, data: [toTextPart(question, 'plain')] }];
  return parts.length === 0 ? asked : [...asked, { id: `${id} answer`, date, isAssistant: true, data: parts }];
}

/** Webhooks have no name here; one with a code has failed. */
function toTurn(at: number, webhooks: readonly Fields[]): ReportedTurn {
  const tools = webhooks.slice(0, 100).map(({ code, message }) => ({
    name: 'webhook',
    ...(typeof code === 'number' && code !== 0 && { error: (findText(message) ?? `code ${code}`).slice(0, 2000) }),
  }));
  return { date: toIso(at), ...(tools.length > 0 && { tools }) };
}
