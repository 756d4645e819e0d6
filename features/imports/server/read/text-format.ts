/** A message in the text format of Protocol Buffers: the values of each field, in their order. */
export type TextMessage = ReadonlyMap<string, ReadonlyArray<string | TextMessage>>;

type OpenMessage = Map<string, Array<string | TextMessage>>;

const maxDepth = 100;

/** `}`, `name {` or `name:`; after the latter stands a value. */
const token = /[\s,;]*(?:(?<close>\})|(?<name>[a-z_]\w*)\s*(?::?\s*(?<open>\{)|:\s*)|(?<end>$))/iy;
const word = /[^\s"{},;]+/y;

/** Undefined where the text is cut, or not in this format. */
export function parseTextFormat(text: string): TextMessage | undefined {
  const root: OpenMessage = new Map();
  const stack = [root];
  for (let at = 0; ;) {
    token.lastIndex = at;
    const found = token.exec(text)?.groups;
    const top = stack.at(-1);
    if (!found || !top || stack.length > maxDepth) return undefined;
    at = token.lastIndex;
    const { close, name = '', open, end } = found;
    if (end !== undefined) return stack.length === 1 ? root : undefined;
    if (close !== undefined) {
      stack.pop();
    } else if (open !== undefined) {
      const inner: OpenMessage = new Map();
      append(top, name, inner);
      stack.push(inner);
    } else {
      const value = readValue(text, at);
      if (!value) return undefined;
      append(top, name, value.text);
      at = value.end;
    }
  }
}

function append(message: OpenMessage, name: string, value: string | TextMessage): void {
  const values = message.get(name);
  if (values) values.push(value);
  else message.set(name, [value]);
}

/** A quoted text, number or name, and where it ends. */
function readValue(text: string, from: number): { readonly text: string; readonly end: number } | undefined {
  if (text[from] !== '"') {
    word.lastIndex = from;
    const found = word.exec(text)?.[0];
    return found === undefined ? undefined : { text: found, end: word.lastIndex };
  }
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return { text: unescape(text.slice(from + 1, at)), end: at + 1 };
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\u0007', b: '\b', f: '\f', v: '\v' };

/** Letters beyond ASCII stand as the bytes of UTF-8, one escape for each. */
const unescape = (text: string): string =>
  text.replaceAll(
    /(?<bytes>(?:\\(?:[0-3]?[0-7]{1,2}|x[\da-f]{1,2}))+)|\\(?<letter>.)/gis,
    (all, bytes, letter: string) => (bytes === undefined ? (escapes[letter] ?? letter) : toUtf8(all)),
  );

const toUtf8 = (escaped: string): string =>
  Buffer.from(
    escaped
      .split('\\')
      .slice(1)
      .map((digits) => (/^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 8))),
  ).toString('utf8');

/** The first value of a field that is a text. */
export const getText = (message: TextMessage | undefined, name: string): string | undefined =>
  message?.get(name)?.find((value) => typeof value === 'string');

export const listMessages = (message: TextMessage | undefined, name: string): TextMessage[] =>
  message?.get(name)?.filter((value) => typeof value !== 'string') ?? [];

/** A `google.protobuf.Value` or `Struct` as the JSON that it stands for. */
export function toJsonValue(value: TextMessage | undefined): unknown {
  if (!value) return undefined;
  const [list] = listMessages(value, 'list_value');
  if (list) return listMessages(list, 'values').map(toJsonValue);
  const [struct = value] = listMessages(value, 'struct_value');
  if (struct.has('fields')) {
    return Object.fromEntries(
      listMessages(struct, 'fields').map((field) => [
        getText(field, 'key') ?? '',
        toJsonValue(listMessages(field, 'value')[0]),
      ]),
    );
  }
  const number = getText(value, 'number_value');
  return getText(value, 'string_value') ?? (number === undefined ? undefined : Number(number));
}
