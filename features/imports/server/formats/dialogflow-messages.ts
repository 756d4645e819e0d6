import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { findText, toFields, toIso, toList, toTextPart, type ReportedMessage } from './record-fields.ts';

/** Whether this is a flow or intent of every agent, which is no skill of it. */
export const isOwnName = (name: string): boolean =>
  /^default (?:start flow|welcome intent|negative intent|fallback intent)$/i.test(name);

/** Whether this is the name of an event by which channels open a session; as a query it is nothing that a user said. */
export const isOpening = (query: string): boolean => /^(?:[A-Z]+_)*WELCOME$/.test(query);

/** The texts of cards and chips of the web client. */
export function listRichTexts(content: unknown): MessagePart[] {
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

export function toMessages(id: string, { at, question, parts }: Said): ReportedMessage[] {
  const date = toIso(at);
  const asked: ReportedMessage[] =
    question === undefined
      ? []
      : [{ id: `${id} question`, date, isAssistant: false, data: [toTextPart(question, 'plain')] }];
  return parts.length === 0 ? asked : [...asked, { id: `${id} answer`, date, isAssistant: true, data: parts }];
}
