import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { LeftOutReason } from '#features/imports/contract/import-settings.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';

/** Remark on a record that is stored all the same. */
export interface RecordNote {
  readonly reason: LeftOutReason;
  readonly detail: string;
}

/** The conversation of a record, or why it is left out; `detail` does not repeat its content, `value` is shown alone. */
export type ReadRecord =
  | {
      readonly item: IntakeConversation;
      /** Further conversations of the record. */
      readonly others?: readonly IntakeConversation[];
      readonly note?: RecordNote;
    }
  | { readonly reason: LeftOutReason; readonly detail?: string; readonly value?: string };

export type ReportedMessage = NonNullable<IntakeConversation['messages']>[number];
export type ReportedTurn = NonNullable<IntakeConversation['turns']>[number];

type Fields = Readonly<Record<string, unknown>>;

export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields at the end of a path. */
export const findFields = (value: unknown, ...path: readonly string[]): Fields =>
  path.reduce((found: Fields, name) => toFields(found[name]), toFields(value));

/** A text that is not blank, or a number as text. */
export function findText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Parses a value that is text of JSON in some exports; any other value stays as it is. Undefined where the text is no JSON. */
export function openJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

export const toTextPart = (value: string, format?: 'plain' | 'markdown'): MessagePart => ({
  type: 'text',
  value,
  ...(format && { format }),
});

export const toIso = (ms: number): string => new Date(ms).toISOString();

const longestName = 200;

/** Names that the intake would refuse are cut. */
export const toName = (text: string): string => Array.from(text.trim()).slice(0, longestName).join('');

/** The person of an id, which may be an e-mail address. */
export function toUser(id: string): NonNullable<IntakeConversation['user']> {
  const isEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(id);
  return { id, ...(isEmail && { email: id }) };
}
