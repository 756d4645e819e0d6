import { addressPattern, cleanAddress, listAddresses } from './text.ts';

/** A part of a line. `isNamed`: an address in brackets, before which its name stands. */
export type Token =
  | { readonly kind: 'address'; readonly email: string; readonly isNamed: boolean }
  | { readonly kind: 'sign'; readonly sign: string }
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean };

const patterns = {
  quoted: /"((?:[^"\\]|\\.|"")*)"/y,
  named: /[<([]+\s*((?:mailto:)?[^\s<>,;:"()[\]|@]+@[^\s<>,;:"()[\]|@]+)\s*[>)\]]+/iy,
  comment: /\([^()@]*\)/y,
  address: new RegExp(addressPattern.source, 'iy'),
  text: /[^"<([;,\t|]/y,
} as const;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export type Address = Extract<Token, { kind: 'address' }>;

/** The parts of one line. Comments are left out; nothing that holds an address is. */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length;) {
    const [length, found] = readToken(line, at);
    const last = tokens.at(-1);
    if (
      found.length === 1 &&
      found[0]?.kind === 'text' &&
      last?.kind === 'text' &&
      !found[0].isQuoted &&
      !last.isQuoted
    ) {
      tokens[tokens.length - 1] = { ...last, text: last.text + found[0].text };
    } else tokens.push(...found);
    at += length;
  }
  return tokens.filter((token) => token.kind !== 'text' || token.text.trim() !== '');
}

function readToken(line: string, at: number): [length: number, found: Token[]] {
  const quoted = matchAt(patterns.quoted, line, at);
  if (quoted) return [quoted[0].length, readQuoted(quoted[1] ?? '')];
  const named = matchAt(patterns.named, line, at);
  if (named) return [named[0].length, [{ kind: 'address', email: cleanAddress(named[1] ?? ''), isNamed: true }]];
  const comment = matchAt(patterns.comment, line, at);
  if (comment) return [comment[0].length, [toText(' ')]];
  const letter = line[at] ?? '';
  if (/[;,\t|]/.test(letter)) return [1, [{ kind: 'sign', sign: letter }]];
  const isStart = at === 0 || /[\s<>,;:"()[\]|]/.test(line[at - 1] ?? '');
  const address = isStart ? matchAt(patterns.address, line, at) : null;
  if (address) return [address[0].length, [{ kind: 'address', email: cleanAddress(address[0]), isNamed: false }]];
  return [1, [toText(letter)]];
}

const toText = (text: string): Token => ({ kind: 'text', text, isQuoted: false });

/** A quoted name, or a quoted cell that holds an address. */
function readQuoted(content: string): Token[] {
  const text = content.replaceAll(/""|\\(.)/g, (found, escaped: string | undefined) => escaped ?? found[0] ?? '');
  return listAddresses(text).length > 0 ? tokenize(text.replaceAll('"', '')) : [{ kind: 'text', text, isQuoted: true }];
}

/** The parts between these signs; empty ones too. */
export function splitTokens(tokens: readonly Token[], sign: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'sign' && token.sign === sign) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

export const isAddress = (token: Token) => token.kind === 'address';

/** The words of these parts as they stood there, without addresses. */
export const toWords = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => (token.kind === 'text' ? token.text : token.kind === 'sign' ? token.sign : ''))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
