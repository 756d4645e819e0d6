import type { Refused } from './glossary.ts';

interface Exception {
  readonly word: string;
  readonly path: RegExp;
  /** The whole name, or a part of the comment. */
  readonly text: RegExp;
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  { word: 'screen', path: /./, text: /^screenShots$|^screen_shots /, reason: 'a specified field of skills' },
  {
    word: 'act',
    path: /^(?:server|domain|features)\//,
    text: /^acts(?:From|In)$/,
    reason: 'the company in which an actor acts',
  },
  {
    word: 'nobody',
    path: /^server\/database\/embedded\/|^docs\//,
    text: /`nobody`/,
    reason: 'an account of the system',
  },
  { word: 'bot', path: /./, text: /bot[- ]?framework|Bot says/i, reason: 'names in the logs of other products' },
  {
    word: 'taken along',
    path: /^server\/database\/migrations\//,
    text: /^-- What is taken along/,
    reason: 'a released migration is never edited',
  },
  {
    word: 'notice',
    path: /^(?:web|e2e|features\/[^/]+\/web)\//,
    text: /./,
    reason: 'a line of text on a page, no mail',
  },
];

export const isAllowed = (path: string, text: string, { words }: Refused): boolean =>
  exceptions.some(
    ({ word, path: where, text: what }) => word === words.join(' ') && where.test(path) && what.test(text),
  );
