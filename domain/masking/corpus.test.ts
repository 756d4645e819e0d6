import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultMasking, maskLabels } from '#features/protection/contract/masking-kinds.ts';
import { createMasker } from './mask-text.ts';

const { maskText } = createMasker(defaultMasking);
/**
 * Sets of lines, with the part of them that may be wrong; those behind the third were written before the rules that they measured, to
 * measure them.
 */
const sets = [
  ['en', 0],
  ['et', 0],
  ['de', 0],
  ['mixed', 0],
  ['chats-en', 0],
  ['chats-et', 0],
  ['chats-de', 0],
  ['chats-mixed', 0],
  ['things', 0],
  ['colleagues', 0.01],
  ['front-office', 0.01],
  ['site-visits', 0.01],
  ['handovers', 0.01],
  ['messages', 0.02],
  ['counters', 0.01],
  ['wards', 0.01],
  ['branches', 0.01],
  ['requests', 0.01],
  ['evenings', 0.01],
  ['shifts', 0.01],
] as const;

/** The lines of a file, in which `\n` and `\t` stand for a line break and a tab. */
const readLines = (name: string): string[] =>
  readFileSync(new URL(`./testing/corpus/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t'));

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const anyLabel = `(?:${Object.values(maskLabels).map(escapePattern).join('|')})(?:</?b>)*`;

/** Builds the pattern of the masked line from a line in which each value of a person stands in angle quotes. */
const toMasked = (line: string) =>
  new RegExp(
    `^${line
      .split(/«[^»]*»/)
      .map(escapePattern)
      .join(anyLabel)}$`,
    's',
  );

const isMaskedRight = (line: string) => toMasked(line).test(maskText(line.replaceAll(/[«»]/g, '')));

/** The lines that are wrong, where there are more than may be. */
const listTooMany = (wrong: readonly string[], lines: readonly string[], part: number) =>
  wrong.length > lines.length * part ? wrong : [];

describe.each(sets)('in the set %s', (set, part) => {
  test('lines of business stay as they are', () => {
    const lines = readLines(`business-${set}`);
    expect(lines.length).toBeGreaterThan(100);
    const wrong = lines.filter((line) => maskText(line) !== line);
    expect(listTooMany(wrong, lines, part)).toEqual([]);
  });

  test('values of persons go from their lines, and nothing else does', () => {
    const lines = readLines(`personal-${set}`);
    expect(lines.length).toBeGreaterThan(100);
    const wrong = lines.filter((line) => !isMaskedRight(line));
    expect(listTooMany(wrong, lines, part)).toEqual([]);
  });
});
