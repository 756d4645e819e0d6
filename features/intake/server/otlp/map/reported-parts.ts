import { MessagePart } from '#contract/conversations/message-parts.ts';
import { capText } from '../limits.ts';
import { isObject, parseJson, type Value } from '../decode/otlp-values.ts';

type Fields = { readonly [key: string]: Value };

/** Parts that are not shown: calls of tools and their answers, and reasoning. */
const hiddenTypes = new Set([
  'tool_call',
  'tool_call_response',
  'server_tool_call',
  'server_tool_call_response',
  'tool_use',
  'tool_result',
  'function_call',
  'function_call_output',
  'function_call_result',
  'hosted_tool_call',
  'computer_call',
  'computer_call_result',
  'tool-call',
  'tool-result',
  'tool-error',
  'tool-invocation',
  'tool-approval-request',
  'tool-approval-response',
  'reasoning',
  'redacted-reasoning',
  'thinking',
  'step-start',
]);
export const isHiddenType = (type: unknown): boolean => hiddenTypes.has(String(type));

const texts = new Set(['text', 'input_text', 'output_text', 'refusal']);
const maxParts = 200;
const fileKeyPattern = /^[A-Za-z0-9_-]{22}$/;

/** The parts of a message that are shown; empty for a mere tool call. */
export function toParts(content: Value | undefined): MessagePart[] {
  const items = Array.isArray(content) ? (content as readonly Value[]) : [content ?? null];
  return items.slice(0, maxParts).flatMap(toPart);
}

/** Tools that the model's provider ran within this message. */
export function countServerToolCalls(content: Value | undefined): number {
  const items = Array.isArray(content) ? (content as readonly Value[]) : [];
  return items.filter((item) => isObject(item) && item['type'] === 'server_tool_call').length;
}

function toPart(item: Value): MessagePart[] {
  if (typeof item === 'string') return toTextParts(item);
  if (!isObject(item)) return [];
  const type = String(item['type'] ?? 'text');
  if (hiddenTypes.has(type)) return [];
  if (texts.has(type)) return toTextParts(getSpokenText(item));
  const own = MessagePart.safeParse(item);
  if (own.success) return [own.data];
  return toMediaParts(item, type) ?? toTextParts(getSpokenText(item) || `[${type}: it could not be read]`);
}

function getSpokenText(item: Fields): string {
  const value = item['content'] ?? item['text'] ?? item['value'] ?? item['refusal'] ?? '';
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join('\n');
  // Azure's agents: `{ text: { value, annotations } }`.
  const text = isObject(value) ? value['value'] : value;
  return typeof text === 'string' ? text : '';
}

function toTextParts(text: string): MessagePart[] {
  const spoken = (openPart(text) ?? text).trim();
  return spoken === '' ? [] : [{ type: 'text', value: capText(spoken) }];
}

/**
 * Instrumentation of the Responses API writes the parts of earlier answers as JSON into their text: one part, their list, or the
 * message around them. Undefined where anything else is in it.
 */
function openPart(text: string): string | undefined {
  if (!/^\s*(?:\[\s*)?\{\s*"(?:type|text|annotations|id|role|content)"\s*:/.test(text)) return undefined;
  const parsed = parseJson(text);
  const content = isMessage(parsed) ? parsed['content'] : parsed;
  const parts = Array.isArray(content) ? (content as readonly Value[]) : [content ?? null];
  return parts.length > 0 && parts.every(isTextPart) ? parts.map(getSpokenText).join('\n') : undefined;
}

const isMessage = (value: Value | undefined): value is Fields => isObject(value) && value['type'] === 'message';

const isTextPart = (value: Value): value is Fields => isObject(value) && texts.has(String(value['type']));

/** Undefined for a part that is not a picture, video or file in any dialect. */
function toMediaParts(item: Fields, type: string): MessagePart[] | undefined {
  if (!['blob', 'uri', 'file', 'image_url', 'image', 'video_url', 'video', 'input_image'].includes(type))
    return undefined;
  const modality = String(item['modality'] ?? type.split('_').find((word) => /^(?:image|video)$/.test(word)) ?? 'file');
  const fileId = item['file_id'];
  if (modality === 'image' && typeof fileId === 'string' && fileKeyPattern.test(fileId)) {
    return [{ type: 'filePicker', fileKey: fileId }];
  }
  const link = findLink(item);
  if (link && modality === 'image') return [{ type: 'picture', value: link }];
  if (link && modality === 'video') return [{ type: 'video', value: link }];
  const description = [modality, item['mime_type'], link ?? fileId].filter((each) => typeof each === 'string');
  return toTextParts(link ? `[${description.join(', ')}]` : `[${description.join(', ')}: not kept]`);
}

/** The first http(s) link; embedded content (`data:`) is left out. */
function findLink(item: Fields): string | undefined {
  const names = ['uri', 'url', 'image_url', 'video_url', 'image', 'file_id'];
  const links = names.flatMap((name) => {
    const value = item[name];
    return isObject(value) ? [value['url'] ?? value['uri'] ?? null] : [value ?? null];
  });
  return links.find((link): link is string => typeof link === 'string' && /^https?:\/\/\S{1,3990}$/i.test(link));
}
