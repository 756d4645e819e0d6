import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { ConversationStatus } from '#contract/conversations/conversations.ts';
import type { Fields } from './format-reader.ts';
import { findText, openJson, toFields, toList, toTextPart } from './record-fields.ts';

/* What Copilot Studio and the `Bot Framework` share: activities, and how a session of Copilot Studio ends. */

export const copilotOutcomes: Readonly<Record<string, ConversationStatus>> = {
  resolved: 'Completed',
  escalated: 'Escaped',
  handoff: 'Escaped',
  abandoned: 'Failed',
};

/** Topics of every agent, which are no skill of it. */
const ownTopics =
  /^(?:conversation\s*start|greeting|goodbye|end\s*of\s*conversation|fallback|search|on\s*error|escalate|thank\s*you|start\s*over|reset\s*conversation|multiple\s*topics\s*matched|sign\s*in|confirmed\s*(?:success|failure)|conversation\s*boosting)$/i;

export const isOwnTopic = (topic: string): boolean => ownTopics.test(topic.replaceAll(/[_-]/g, ' '));

/** 0 is the agent, 1 a user. */
export const isOfUser = ({ role }: Fields): boolean => role === 1 || role === 'user';

/** Lists the text of an activity and that of its cards. */
export function listParts({ text, textFormat, attachments }: Fields): MessagePart[] {
  const said = findText(text);
  const format = textFormat === 'markdown' || textFormat === 'plain' ? textFormat : undefined;
  const cards = toList(attachments).flatMap((attachment) => listCardTexts(toFields(attachment)['content']));
  return [
    ...(said === undefined ? [] : [toTextPart(said, format)]),
    ...(cards.length > 0 ? [toTextPart(cards.join('\n'))] : []),
  ];
}

const maxCardTexts = 100;

/** The texts of an Adaptive Card or a card with buttons, in their order. */
function listCardTexts(content: unknown): string[] {
  const { title, subtitle, text, body, buttons } = toFields(openJson(content));
  const texts = [title, subtitle, text, ...toList(body).map((item) => toFields(item)['text'])];
  const labels = toList(buttons).flatMap((button) => findText(toFields(button)['title']) ?? []);
  return [...texts.flatMap((each) => findText(each) ?? []), ...labels.map((label) => `- ${label}`)].slice(
    0,
    maxCardTexts,
  );
}
