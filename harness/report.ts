import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, rootDir } from '../tools/setup/paths.mjs';

/** A table of Markdown. */
export const toTable = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The cells of each row of the tables in a text, heads and lines below them included. */
export const readRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

/** Rewrites what stands between `<!-- name -->` and `<!-- end of name -->` in the README of a folder. */
export function rewriteReadme(folder: string, name: string, rewrite: (text: string) => string): void {
  const readme = fromRoot(folder, 'README.md');
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;
  const text = readFileSync(readme, 'utf8');
  const [from, until] = [text.indexOf(start) + start.length, text.indexOf(end)];
  writeFileSync(readme, `${text.slice(0, from)}\n\n${rewrite(text.slice(from, until))}\n\n${text.slice(until)}`);
  execFileSync(fromRoot('node_modules', '.bin', 'oxfmt'), [readme], { cwd: rootDir });
}
