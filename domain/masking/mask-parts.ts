import {
  MessagePart,
  type ChartPart,
  type FilePickerPart,
  type FormResultPart,
  type TablePart,
} from '#contract/conversations/message-parts.ts';
import { FileKey } from '#features/company/contract/files.ts';
import { maskLabels, type MaskKind } from '#features/protection/contract/masking-kinds.ts';
import type { Masker, PartMasker } from './mask-text.ts';
import { isEvidentHead, toHead } from './values/heads.ts';

const unreadablePart: MessagePart = { type: 'text', value: 'This part of the message cannot be displayed.' };

/**
 * The parts that a reader of a message gets, from those that are stored: the one place where stored text becomes an answer.
 * Parts of an older format are replaced, so that the others stay readable.
 * @param masker of the company's settings, or `unmasked`
 */
export function readParts(masker: PartMasker, stored: unknown): MessagePart[] {
  if (!Array.isArray(stored)) return [unreadablePart];
  return stored.map((part: unknown) => {
    const result = MessagePart.safeParse(part);
    return result.success ? maskPart(masker, result.data) : unreadablePart;
  });
}

function maskPart(masker: PartMasker, part: MessagePart): MessagePart {
  if (part.type === 'formResult') return maskForm(masker, part);
  if (part.type === 'filePicker') return maskFile(masker, part);
  if (part.type === 'chart') return maskChart(masker, part);
  if (part.type === 'table') return maskTable(masker, part);
  // Types are no text, and the others keep their shape.
  const { type, ...fields } = part;
  return { ...(maskJson(masker, fields) as typeof fields), type } as MessagePart;
}

const formKinds: Readonly<Record<string, MaskKind>> = { username: 'sapId', e_mail: 'email', tel1_numbr: 'phone' };

/** Some fields hold a value of a kind by their name. */
function maskForm(masker: Masker, part: FormResultPart): FormResultPart {
  const fields = Object.entries(part).map(([name, value]) => {
    const kind = formKinds[name];
    if (name === 'type' || value == null) return [name, value];
    return [name, kind ? masker.maskField(kind, value) : maskString(masker, value)];
  });
  return Object.fromEntries(fields) as FormResultPart;
}

/** The key stays, because the picture is read by it. */
function maskFile(masker: Masker, { fileKey, name, ...part }: FilePickerPart): FilePickerPart {
  return {
    ...part,
    fileKey: FileKey.safeParse(fileKey).success ? fileKey : maskString(masker, fileKey),
    ...(name !== undefined && { name: maskString(masker, name) }),
  };
}

/** A chart one of whose values is masked loses that series, so that only its title is shown. */
function maskChart(masker: Masker, { type, kind, series, ...part }: ChartPart): ChartPart {
  const shown = series?.map(({ name, values }) => ({
    name: maskString(masker, name),
    values: values.every((value) => maskNumber(masker, value) === value) ? values : [],
  }));
  const fields = maskJson(masker, part) as typeof part;
  return { ...fields, type, ...(kind && { kind }), ...(shown && { series: shown }) };
}

type Row = TablePart['sourceData'][number];

/** A column is what its label and its field say. */
function maskTable(masker: PartMasker, { type, sourceData, ...part }: TablePart): TablePart {
  const heads = new Map<string, string>();
  const toColumn = (field: string): string => {
    const known = heads.get(field);
    if (known !== undefined) return known;
    const names = [part.legend?.[field], field].map((name) => toHead(name ?? ''));
    const head = names.find(isEvidentHead) ?? '';
    heads.set(field, head);
    return head;
  };
  const fields = maskJson(masker, part) as typeof part;
  return { ...fields, type, sourceData: sourceData.map((row) => maskCells(masker, row, toColumn)) };
}

function maskCells(masker: PartMasker, row: Row, toColumn: (field: string) => string): Row {
  const fields = Object.entries(row);
  const texts = masker.maskRow(
    fields.map(([field, value]) => ({
      head: toColumn(field),
      text: typeof value === 'string' || typeof value === 'number' ? `${value}` : '',
      isFigure: typeof value === 'number',
    })),
  );
  return Object.fromEntries(
    fields.map(([field, value], at) => [maskKey(masker, field), toCell(value, texts[at] ?? '', toColumn(field))]),
  );
}

function toCell(value: Row[string], masked: string, head: string): Row[string] {
  if (typeof value === 'string') return cutLabel(value, masked);
  if (typeof value !== 'number' || masked === `${value}`) return value;
  return head !== '' || isChecked(value, masked) ? masked : value;
}

function maskJson(masker: Masker, value: unknown): unknown {
  if (typeof value === 'string') return maskString(masker, value);
  if (typeof value === 'number') return maskNumber(masker, value);
  if (Array.isArray(value)) return value.map((each) => maskJson(masker, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [maskKey(masker, key), maskJson(masker, each)]));
}

/** The lengths that the fields of parts can have. */
const lengths = [2000, 4000, 20_000, 200_000];

/** A label may be longer than its value: the end is cut where the field would have no room for it. */
const maskString = (masker: Masker, text: string): string => cutLabel(text, masker.maskText(text));

function cutLabel(text: string, masked: string): string {
  if (masked.length <= text.length) return masked;
  return masked.slice(
    0,
    lengths.find((length) => length >= text.length),
  );
}

/** Names of columns. */
const maxKeyLength = 200;

const maskKey = (masker: Masker, key: string) => masker.maskText(key).slice(0, Math.max(maxKeyLength, key.length));

/** Masks only numbers with a checksum, because other figures look like phone numbers. */
function maskNumber(masker: Masker, value: number): number | string {
  const masked = Math.abs(value) < leastChecked ? '' : masker.maskText(`${value}`);
  return isChecked(value, masked) ? masked : value;
}

const leastChecked = 1_000_000_000;

const isChecked = (value: number, masked: string) =>
  Math.abs(value) >= leastChecked && (masked === maskLabels.card || masked === maskLabels.nationalId);
