import { globSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toCommandLine } from '#server/lib/command-line.ts';
import { readPaper } from './contents.ts';
import { isShipped, starter, writePaper, type Shipped } from './papers.ts';
import { isPaper, isShippedFile } from './shipped.ts';

test.each<[name: string, args: string | undefined, byNpm: string, inBundle: string]>([
  ['backup', undefined, 'npm run backup', './steward backup'],
  ['move', '--undo', 'npm run move -- --undo', './steward move --undo'],
  ['log', '[FILE]', 'npm run -s log -- [FILE]', './steward log [FILE]'],
  ['start', '--version', 'npm start -- --version', './steward start --version'],
])('the command %s %s is said as it is typed', (name, args, byNpm, inBundle) => {
  expect([toCommandLine(name, args), toCommandLine(name, args, true)]).toEqual([byNpm, inBundle]);
});

/** Alerts are written into files, whose words a release changes; the others speak of a checkout. */
const exempt =
  /^(?:contract\/metrics\/|server\/lib\/command-line\.ts|server\/commands\/start\.mjs|server\/http\/pages\/web-files\.ts)/;

test('a program says npm by no text of its own, because a bundle has none', () => {
  const files = globSync('{contract,demo-assistant,domain,server,features,web}/**/*.{ts,tsx,mjs}').filter(
    (path) => !/\.test\.|\/testing\//.test(path) && !exempt.test(path),
  );
  const isComment = (line: string) => /^\s*(?:\/?\*|\/\/)/.test(line);
  const said = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /\bnpm (?:run|start)\b/.test(line) && !isComment(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(said).toEqual([]);
});

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Shipped;
const write = (path: string, text: string, files: readonly string[] = []) => writePaper(path, text, { files, scripts });

test.each<[paper: string, inBundle: string]>([
  ['`npm run backup -- --prune`', '`./steward backup --prune`'],
  ['`npm run restore -- FILE`, `npm run backup`.', '`./steward restore FILE`, `./steward backup`.'],
  ['kubectl logs -f steward | npm run -s log -- --since 2h', 'kubectl logs -f steward | ./steward log --since 2h'],
  ['docker compose exec portal-1 npm run doctor -- --wait', 'docker compose exec portal-1 npm run doctor -- --wait'],
  ['kubectl -n x exec deploy/y -- npm run db', 'kubectl -n x exec deploy/y -- npm run db'],
  ['npm start -- --version', './steward start --version'],
  ['npm run bench -- --only x', 'npm run bench -- --only x'],
  ['one\n<!-- of a checkout -->\nnpm test\n<!-- end -->\n\ntwo', 'one\ntwo'],
])('a bundle says %j as %j', (paper, inBundle) => {
  expect(write('deploy/x.txt', paper)).toBe(inBundle);
});

test('a link that leads to nothing is plain text, and the page says whose the rest is', () => {
  const page = '# Page\n\n[one](one.md#part), [two](../bench/README.md), [all](../deploy), [out](https://x.example).\n';
  const written = write('docs/page.md', page, ['docs/one.md', 'deploy/x/y.conf']);
  expect(written.split('\n\n')).toEqual([
    '# Page',
    expect.stringMatching(/^_In a bundle: /),
    '[one](one.md#part), two, [all](../deploy), [out](https://x.example).\n',
  ]);
  const whole = '# Page\n\n<!-- npm run monitoring -->\n\n[one](one.md)\n';
  expect(write('docs/page.md', whole, ['docs/one.md'])).toBe(whole);
});

test('a command that package.json does not have stops the release', () => {
  expect(() => write('docs/page.md', 'Run `npm run back-up`.')).toThrow(
    'docs/page.md names "npm run back-up", which package.json does not have.',
  );
});

describe('of all papers of a bundle', async () => {
  const places = ['*', '.env.example', '{contract,demo-assistant,domain,server,features,docs,deploy}/**/*'];
  const files = globSync(places).filter((path) => isShippedFile(path, 'bundle') && statSync(path).isFile());
  const papers = await Promise.all(
    files.filter(isPaper).map(async (path) => ({ path, text: await readPaper(path, files) })),
  );

  test('none names a command by npm that the bundle has', () => {
    const named = papers.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !/docker compose|kubectl .* exec /.test(line))
        .flatMap((line) => [...line.matchAll(/npm (?:start|run (?:-s )?([a-z][\w:-]*))/g)])
        .filter(([, name = 'start']) => name === 'start' || scripts[name]?.startsWith(starter))
        .map(([line]) => `${path}: ${line}`),
    );
    expect(papers.length).toBeGreaterThan(130);
    expect(named).toEqual([]);
  });

  test('every link and picture leads to a file of the bundle, and to a part of it', () => {
    const toAnchor = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .replaceAll(' ', '-');
    const anchors = new Map(
      papers.map(({ path, text }) => [
        path,
        [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toAnchor(heading)),
      ]),
    );
    const dead = papers
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\(([^()\s]+)\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => {
            if (/^[a-z]+:/.test(target)) return false;
            if (!isShipped(path, target, files)) return true;
            const [file = '', part] = target.split('#');
            const page = file === '' ? path : posix.join(posix.dirname(path), file);
            return part !== undefined && anchors.get(page)?.includes(part) !== true;
          })
          .map((target) => `${path}: ${target}`),
      );
    expect(dead).toEqual([]);
  });

  test('each page of docs stands in its list', () => {
    const list = papers.find(({ path }) => path === 'docs/README.md')?.text ?? '';
    const pages = files.filter((path) => /^docs\/[^/]+\.md$/.test(path) && path !== 'docs/README.md');
    expect(pages.filter((path) => !list.includes(`](${posix.basename(path)})`))).toEqual([]);
  });

  test('rules and dashboard are still YAML and JSON', () => {
    const get = (path: string) => papers.find((paper) => paper.path === path)?.text ?? '';
    const rules = parse(get('deploy/prometheus/rules.yaml')) as object;
    expect(JSON.stringify(rules)).toContain('Run \\"./steward audit:verify\\"');
    expect(() => JSON.parse(get('deploy/grafana/steward.json')) as unknown).not.toThrow();
  });
});
