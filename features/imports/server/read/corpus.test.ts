import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import type { ImportSettings } from '#features/imports/contract/import-settings.ts';
import { groupRecords } from './group-records.ts';
import { readBeginning } from './read-beginning.ts';
import { firstState, readWindow, type LeftOutRecord } from './read-window.ts';

/*
 * Files as programs write them, with what they say: `corpus-rows.json` has the conversations of each with the instants, sides and
 * texts of its messages. A company in Tallinn imports each with the settings that are found.
 */

const folder = new URL('../testing/corpus/', import.meta.url);
const timeZone = 'Europe/Tallinn';
const now = new Date('2026-11-26T12:00:00Z');

interface Expected {
  readonly format?: string;
  readonly encoding?: string;
  /** The conversation that ends with the mark of a cut. */
  readonly cut?: string;
  readonly conversations: Readonly<Record<string, ReadonlyArray<readonly string[]>>>;
}

const corpus = JSON.parse(readFileSync(new URL('../testing/corpus-rows.json', import.meta.url), 'utf8')) as Record<
  string,
  Expected
>;

/** Reads a file in windows of this many bytes, and answers what an import would store of it. */
function readFile(bytes: Uint8Array, windowBytes: number) {
  const { settings, found, fault } = readBeginning({ bytes, isLast: true, settings: undefined, timeZone, now });
  const items: IntakeConversation[] = [];
  const leftOut: LeftOutRecord[] = [];
  let [at, records, state, length] = [0, 0, firstState, windowBytes];
  while (at < bytes.length) {
    const isLast = at + length >= bytes.length;
    const window = { bytes: bytes.subarray(at, at + length), isFirst: at === 0, isLast, settings, state };
    const read = readWindow({ ...window, records, maxRecords: 1000, timeZone, now });
    items.push(...read.conversations);
    leftOut.push(...read.leftOut);
    records += read.records;
    at += read.consumedBytes === 0 && isLast ? length : read.consumedBytes;
    // As an import does: a longer window for a record that does not fit.
    length = read.consumedBytes === 0 ? length * 2 : windowBytes;
    state = JSON.parse(JSON.stringify(read.state)) as typeof state;
  }
  return { settings, found, fault, leftOut, conversations: groupRecords(items) };
}

const toTexts = (data: readonly object[]) => data.map((part) => ('value' in part ? String(part.value) : '')).join('|');

const toRows = (conversations: readonly IntakeConversation[]) =>
  Object.fromEntries(
    conversations.map(({ id, messages = [] }) => [
      id,
      messages.map(({ date, isAssistant, data }) => [date, isAssistant ? 'A' : 'U', toTexts(data)]),
    ]),
  );

const withMark = ({ cut, conversations }: Expected) => {
  if (cut === undefined) return conversations;
  const rows = conversations[cut] ?? [];
  const marked = rows.map((row, place) =>
    place === rows.length - 1 ? [...row.slice(0, 2), `${row[2]}|[truncated by the sender]`] : row,
  );
  return { ...conversations, [cut]: marked };
};

const usual: Pick<ImportSettings, 'format'> = { format: 'csv' };

test('every file has its rows', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(corpus).toSorted());
  expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(60);
});

describe.each([256 * 1024, 512])('in windows of %d bytes', (windowBytes) => {
  test.each(Object.entries(corpus))('%s', (name, expected) => {
    const { settings, fault, leftOut, conversations } = readFile(readFileSync(new URL(name, folder)), windowBytes);
    expect({ fault, format: settings.format }).toEqual({ fault: undefined, format: expected.format ?? usual.format });
    expect(settings.encoding).toBe(expected.encoding ?? settings.encoding);
    expect(toRows(conversations)).toEqual(withMark(expected));
    expect(leftOut.filter(({ reason }) => reason !== 'other-kind' && reason !== 'cut')).toEqual([]);
  });
});
