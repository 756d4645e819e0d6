import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../setup/paths.mjs';
import { findFaults, readAnswers, renderSummary } from './answers.ts';

const source = readFileSync(fromRoot('docs', 'asvs.md'), 'utf8');
const firstLine = /^- 1\.1\.1 .*$/m;

test('every requirement is answered once, with evidence that is there', () => {
  expect(findFaults(source)).toEqual([]);
});

test.each([
  ['', '1.1.1 is not answered'],
  ['- 1.1.1 L2 met. Input: `README.md`.\n- 1.1.1 L2 met. Input: `README.md`.', '1.1.1 is answered twice'],
  ['- 1.1.1 L1 met. Input: `README.md`.', '1.1.1 is no requirement of this level'],
  ['- 1.1.1 L2 met. Input is decoded once.', '1.1.1 has no evidence'],
  ['- 1.1.1 L2 deviates. Input is decoded once.', '1.1.1 has no reason'],
  ['- 1.1.1 L2 met. Input: `server/gone.ts`.', '1.1.1 names server/gone.ts, which is not there'],
  ['- 1.1.1 L2 met. Input: `README.md` “a test”.', '1.1.1 names README.md a test, which is not there'],
])('%j is a fault', (line, fault) => {
  expect(findFaults(source.replace(firstLine, line))).toEqual([fault]);
});

test('a line that is no answer is a fault', () => {
  expect(findFaults(`${source}\n- 1.1.1 perhaps`)).toEqual(['not understood: - 1.1.1 perhaps']);
});

test('the summary counts by level and lists what deviates', () => {
  const answers = readAnswers('- 1.2.1 L1 met. One: `a`.\n- 1.1.1 L2 deviates. Two. Because.\n');
  expect(renderSummary(answers)).toBe(
    '- Level 1: 1 met, 0 deviates, 0 not applicable.\n- Level 2: 0 met, 1 deviates, 0 not applicable.\n\nWhat is asked, and what is otherwise:\n\n- 1.1.1: Two. Because.\n',
  );
});
