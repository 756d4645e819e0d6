import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultMasking, maskLabels } from '#contract/masking-kinds.ts';
import { createMasker } from './mask-text.ts';

const { maskText } = createMasker(defaultMasking);
/** Sets of lines; those behind the third were written before the rules that they measured, to measure them. */
const sets = ['en', 'et', 'de', 'mixed', 'chats-en', 'chats-et', 'chats-de', 'chats-mixed', 'things'] as const;

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

describe.each(sets)('in the set %s', (set) => {
  test('lines of business stay as they are', () => {
    const lines = readLines(`business-${set}`);
    expect(lines.length).toBeGreaterThan(110);
    expect(lines.filter((line) => maskText(line) !== line)).toEqual([]);
  });

  test('values of persons go from their lines, and nothing else does', () => {
    const lines = readLines(`personal-${set}`);
    expect(lines.length).toBeGreaterThan(110);
    expect(lines.filter((line) => !isMaskedRight(line))).toEqual([]);
  });
});
