import type { Attributes, Value } from './otlp-values.ts';

const maxListed = 1000;

/**
 * Reads a list that OpenInference has flattened into attributes
 * (`llm.input_messages.0.message.contents.1.message_content.text`). Undefined where there are none.
 */
export function readListed(attributes: Attributes, name: string): Value | undefined {
  const items = new Map<number, [string, Value][]>();
  const prefix = `${name}.`;
  for (const [key, value] of attributes) {
    if (!key.startsWith(prefix)) continue;
    const [, place, path] = /^(\d{1,4})\.(.+)$/.exec(key.slice(prefix.length)) ?? [];
    if (place === undefined || path === undefined || items.size > maxListed) continue;
    const fields = items.get(Number(place)) ?? [];
    fields.push([path, value]);
    items.set(Number(place), fields);
  }
  if (items.size === 0) return undefined;
  return [...items].toSorted(([one], [other]) => one - other).map(([, fields]) => toItem(new Map(fields)));
}

function toItem(fields: Attributes): Value {
  const get = (...names: string[]) => names.map((name) => fields.get(name)).find((value) => value !== undefined);
  const role = get('message.role', 'role');
  const author = get('message.name', 'name');
  const contents = readListed(fields, 'message.contents');
  return {
    ...(role === undefined ? {} : { role }),
    ...(author === undefined ? {} : { name: author }),
    content: Array.isArray(contents) ? contents : (get('message.content', 'content') ?? null),
    ...toContent(get),
  };
}

/** The fields of an item that is one content of a message. */
function toContent(get: (...names: string[]) => Value | undefined): Record<string, Value> {
  const type = get('message_content.type');
  if (type === undefined) return {};
  const text = get('message_content.text');
  const url = get('message_content.image.image.url', 'message_content.image.url', 'message_content.url');
  return { type, ...(text === undefined ? {} : { text }), ...(url === undefined ? {} : { url }) };
}
