import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { parseDate } from '../read/parse-date.ts';
import { getText, listMessages, parseTextFormat, toJsonValue, type TextMessage } from '../read/text-format.ts';
import { isOpening, isOwnName, listRichTexts, toMessages } from './dialogflow-messages.ts';
import { findText, toFields, toIso, toName, toTextPart, type ReadRecord, type ReportedTurn } from './record-fields.ts';

/*
 * Dialogflow ES: entries of Cloud Logging whose `textPayload` is `Dialogflow Response :` with the answer in the text format of
 * Protocol Buffers. It repeats what the user said, so that the entries of requests and of webhooks are not needed.
 */

type Fields = Readonly<Record<string, unknown>>;

const answerMark = /^\s*Dialogflow Response\s*:/;
export const isTextEntry = (text: string): boolean => /^\s*Dialogflow \w+ ?\w* ?:/.test(text);

export function readTextEntry(record: Fields, text: string): ReadRecord {
  if (!answerMark.test(text)) return { reason: 'other-kind' };
  const answer = parseTextFormat(text.replace(answerMark, ''));
  if (!answer) return { reason: 'unreadable', detail: 'the text of the entry is cut or not in the text format' };
  const id = findText(getText(answer, 'session_id') ?? toFields(record['labels'])['session_id']);
  if (id === undefined) return { reason: 'no-conversation' };
  const at = parseDate(getText(answer, 'timestamp') ?? findText(record['timestamp']) ?? '', 'iso', 'UTC');
  if (at === undefined) return { reason: 'no-date' };
  const [result] = listMessages(answer, 'result');
  const said = { at, question: findQuestion(result), parts: listParts(result) };
  if (said.question === undefined && said.parts.length === 0) return { reason: 'no-text' };
  const turn = toTurn(at, answer, result);
  const skill = findSkill(result);
  const recordId = getText(answer, 'id') ?? findText(record['insertId']) ?? String(at);
  return {
    item: {
      id,
      date: toIso(at),
      ...(skill !== undefined && { skill: toName(skill) }),
      apiCalls: turn.tools?.length ?? 0,
      messages: toMessages(recordId, said),
      turns: [turn],
    },
  };
}

function findQuestion(result: TextMessage | undefined): string | undefined {
  const asked = findText(getText(result, 'resolved_query'));
  return asked === undefined || isOpening(asked) ? undefined : asked;
}

function findSkill(result: TextMessage | undefined): string | undefined {
  const name = findText(getText(listMessages(result, 'metadata')[0], 'intent_name'));
  return name === undefined || isOwnName(name) ? undefined : name;
}

/** Texts and cards of the web client; those of other channels repeat them. Old entries have `speech` alone. */
function listParts(result: TextMessage | undefined): MessagePart[] {
  const [fulfillment] = listMessages(result, 'fulfillment');
  const parts = listMessages(fulfillment, 'messages')
    .filter((message) => getText(message, 'platform') === undefined && listMessages(message, 'platform').length === 0)
    .flatMap(toParts);
  const speech = getText(fulfillment, 'speech') ?? '';
  return parts.length > 0 || speech.trim() === '' ? parts : [toTextPart(speech)];
}

function toParts(message: TextMessage): MessagePart[] {
  const spoken = [toJsonValue(listMessages(message, 'speech')[0]) ?? getText(message, 'speech')].flat();
  const texts = spoken.flatMap((text) => findText(text) ?? []);
  if (texts.length > 0) return [toTextPart(texts.join('\n'))];
  return listRichTexts(toFields(toJsonValue(listMessages(message, 'payload')[0]))['richContent']);
}

/** The webhook has no name here; with another status than 200 its call has failed. */
function toTurn(at: number, answer: TextMessage, result: TextMessage | undefined): ReportedTurn {
  const isUsed = getText(listMessages(result, 'metadata')[0], 'webhook_used') === 'true';
  if (!isUsed) return { date: toIso(at) };
  const [status] = listMessages(answer, 'status');
  const code = getText(status, 'code') ?? '200';
  const error = getText(status, 'error_details') ?? getText(status, 'error_type') ?? `code ${code}`;
  return { date: toIso(at), tools: [{ name: 'webhook', ...(code !== '200' && { error: error.slice(0, 2000) }) }] };
}
