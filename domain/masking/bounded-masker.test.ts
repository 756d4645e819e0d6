import { expect, test } from 'vitest';
import { defaultMasking } from '#features/protection/contract/masking-kinds.ts';
import { getThreadMs } from '#server/lib/concurrency/processor-time.ts';
import { createBoundedMasker } from './bounded-masker.ts';
import { notShown } from './mask-text.ts';
import { slowPatterns, slowText } from './testing/slow-patterns.ts';

const masking = { ...defaultMasking, patterns: slowPatterns };

test('a text that takes too long is not shown, and those before and behind it are', () => {
  const { maskText, maskField } = createBoundedMasker(masking);
  const texts = ['Call +372 5123 4567', slowText(60_000), 'Write to mari@acme.ee', slowText(60_000), 'x?%A'];
  const startMs = getThreadMs();
  expect(texts.map(maskText)).toEqual(['Call [phone]', notShown, 'Write to [e-mail]', notShown, 'x[own 0]']);
  expect(maskField('email', 'mari')).toBe('[e-mail]');
  expect(getThreadMs() - startMs).toBeLessThan(10_000);
});

test('many slow texts take no longer than a task may, and a text behind them is shown', () => {
  const { maskText } = createBoundedMasker({ ...masking, patterns: slowPatterns.slice(0, 1) });
  const startMs = getThreadMs();
  const shown = Array.from({ length: 500 }, () => maskText(slowText(60_000)));
  expect(new Set(shown)).toEqual(new Set([notShown]));
  expect(getThreadMs() - startMs).toBeLessThan(20_000);
  expect(maskText('mari@acme.ee')).toBe('[e-mail]');
});

test('without own patterns long texts are shown', () => {
  const long = 'Mari wrote to mari@acme.ee. '.repeat(7000);
  expect(createBoundedMasker(defaultMasking).maskText(long)).toBe('Mari wrote to [e-mail]. '.repeat(7000));
  expect(createBoundedMasker(undefined).maskText(long)).toBe(long);
});
