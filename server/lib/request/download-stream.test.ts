import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDownloadStream } from './download-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(texts: AsyncIterable<string>, options: Partial<Parameters<typeof createDownloadStream>[0]> = {}) {
  const close = vi.fn(async () => undefined);
  const onError = vi.fn();
  const limits = { pauseMs: 1000, totalMs: 5000, confirm: async () => undefined };
  return { stream: createDownloadStream({ ...limits, pieces: texts, close, onError, ...options }), close, onError };
}

async function* manyTexts() {
  for (let row = 0; row < 100; row += 1) yield `${row}\n`;
}

test('the end of the rows closes once', async () => {
  const { stream, close, onError } = open(manyTexts());
  let text = '';
  for await (const bytes of stream) text += Buffer.from(bytes).toString();
  expect(text.split('\n')).toHaveLength(101);
  await stream.return?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([close.mock.calls.length, onError.mock.calls.length]).toEqual([1, 0]);
});

test('long texts are handed over in pieces that a slow line can take', async () => {
  async function* long() {
    yield 'x'.repeat(300_000);
  }
  const lengths: number[] = [];
  for await (const bytes of open(long()).stream) lengths.push(bytes.length);
  expect(lengths).toEqual([131_072, 131_072, 37_856]);
});

test('a client that never takes the first byte is closed when its pause is over', async () => {
  const { close } = open(manyTexts());
  await vi.advanceTimersByTimeAsync(999);
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  { others: 'wait', isWanted: true, ms: 300 },
  { others: 'do not wait', isWanted: false, ms: 1000 },
])('a client that takes nothing is closed after $ms ms where others $others', async ({ isWanted, ms }) => {
  const { stream, close } = open(manyTexts(), { wantedPauseMs: 300, isWanted: () => isWanted });
  await vi.advanceTimersByTimeAsync(200);
  await stream.next();
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(close).toHaveBeenCalledOnce();
});

test('a client that has taken nothing for long loses its place as soon as others wait', async () => {
  let isWanted = false;
  const { close } = open(manyTexts(), {
    wantedPauseMs: 300,
    pauseMs: 60_000,
    totalMs: 90_000,
    isWanted: () => isWanted,
  });
  await vi.advanceTimersByTimeAsync(30_000);
  isWanted = true;
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(close).toHaveBeenCalledOnce();
});

test('a client that stops reading gets an error in place of the rest', async () => {
  const { stream, close, onError } = open(manyTexts());
  await stream.next();
  await vi.advanceTimersByTimeAsync(1000);
  expect(close).toHaveBeenCalledOnce();
  await expect(stream.next()).rejects.toThrow('The client took nothing for too long.');
  expect(onError).toHaveBeenCalledOnce();
});

test('a client that reads slowly for ever is stopped too', async () => {
  const { stream, close } = open(manyTexts());
  for (let second = 0; second < 10; second += 1) {
    await stream.next().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(close).toHaveBeenCalledOnce();
  await expect(stream.next()).rejects.toThrow('The download took too long.');
});

test('a client that leaves closes without an error, also before the first byte', async () => {
  const { stream, close, onError } = open(manyTexts());
  await stream.return?.();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect([close.mock.calls.length, onError.mock.calls.length]).toEqual([1, 0]);
});

test('rows that fail, and a right that is lost, close and throw', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('broken');
  }
  const rows = open(failing());
  await rows.stream.next();
  await expect(rows.stream.next()).rejects.toThrow('broken');
  const right = open(manyTexts(), { confirm: () => Promise.reject(new Error('lost')) });
  await expect(right.stream.next()).rejects.toThrow('lost');
  for (const { close, onError } of [rows, right]) {
    expect([close.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
  }
});
