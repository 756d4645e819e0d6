import { expect, test } from 'vitest';
import { describeScreenshots } from './screenshot-differences.ts';

const toKey = (letter: string) => `/api/files/${letter.repeat(22)}`;
const [a, b, c] = ['https://pictures.example/a.png', toKey('B'), toKey('C')] as const;

test('one that was added is named on the side that has it', () => {
  expect(describeScreenshots([a], [a, 'https://pictures.example/new.png'])).toEqual({
    theirs: '1 screenshot, all also in the other version',
    yours: '2 screenshots, one not in the other version:\nhttps://pictures.example/new.png',
  });
});

test('uploaded pictures are named by their place and never by their key', () => {
  expect(describeScreenshots([a, b], [a, c, toKey('D')])).toEqual({
    theirs: '2 screenshots, one not in the other version:\nUploaded image (number 2)',
    yours: '3 screenshots, 2 not in the other version:\nUploaded image (number 2)\nUploaded image (number 3)',
  });
});

test('a side without screenshots says so', () => {
  expect(describeScreenshots([], [b])).toEqual({
    theirs: 'No screenshots',
    yours: '1 screenshot, not in the other version:\nUploaded image (number 1)',
  });
});

test('the same screenshots in another order are reported as such', () => {
  const words = '2 screenshots, in another order';
  expect(describeScreenshots([a, b], [b, a])).toEqual({ theirs: words, yours: words });
});
