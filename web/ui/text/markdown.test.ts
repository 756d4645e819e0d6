// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { isMarkdown, toMarkdownHtml } from './markdown.ts';
import { sanitiseHtml } from './sanitise-html.ts';

function show(text: string): string {
  const frame = document.createElement('div');
  frame.append(sanitiseHtml(toMarkdownHtml(text) ?? 'nothing'));
  return frame.innerHTML.trim().replaceAll('>\n<', '><');
}

test.each([
  'You have **12 days** left.',
  '## Leave\n\nTwelve days.',
  '- one\n- two',
  'Steps:\n1. Open\n2. Save',
  '| Day | Hours |\n|---|---:|\n| Monday | 8<br>9 |',
  'See [the rules](https://acme.example/rules).',
  'Run `npm ci` first.',
  '```html\n<div class="a">b</div>\n```',
  '> quoted',
])('%j is Markdown', (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  'Twelve days.',
  'Hello\nWorld',
  '2 * 3 * 4 = 24, a_b_c, and 5 < 6',
  '<p>You have <b>12</b> days.</p>',
  '<ul><li>one</li></ul>\n- two',
  'Dear team,\n\n<b>**Read this**</b>',
  '-12 degrees, #1 and +372 555',
  '[brackets] (and more)',
  'https://acme.example/a_b__c',
])('%j is not', (text) => {
  expect(isMarkdown(text)).toBe(false);
});

test('renders what models write', () => {
  expect(show('You have **12 days**.\nOr *thirteen*.')).toBe(
    '<p>You have <strong>12 days</strong>.<br>Or <em>thirteen</em>.</p>',
  );
  expect(show('# Title\n\n- [x] done\n- [ ] open')).toBe(
    '<p><strong>Title</strong></p><ul><li>☑ done</li><li>☐ open</li></ul>',
  );
  expect(show('| a | b |\n|---|---|\n| 1 | 2 |')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  );
  expect(show('```\n<b>1 < 2</b>\n```')).toBe('<pre><code>&lt;b&gt;1 &lt; 2&lt;/b&gt;\n</code></pre>');
  expect(show('3. three')).toBe('<ol start="3"><li>three</li></ol>');
});

test.each([
  ['[a](javascript:alert(1))', '<p><a>a</a></p>'],
  ['![a](data:text/html;base64,AAAA)', '<p>a</p>'],
  ['**a**<script>alert(1)</script>', '<p><strong>a</strong></p>'],
  ['`a` <img src=x onerror=alert(1)>', '<p><code>a</code> </p>'],
])('%s becomes %s', (text, expected) => {
  expect(show(text)).toBe(expected);
});

test.each([
  '[a](https://a.example "x\\" onclick=alert(1) y=\\"")',
  '<https://a.example/"onmouseover=alert(1)>',
  '**a**<svg onload=alert(1)><style>p{}</style>',
])('%s is harmless', (text) => {
  const html = show(text);
  const frame = document.createElement('div');
  frame.innerHTML = html;
  const names = [...frame.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
  expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
  expect(frame.querySelector('script, style, iframe')).toBeNull();
});

const forty = 40_000;

test.each([
  '>'.repeat(forty),
  '[a]('.repeat(forty / 4),
  '*a '.repeat(forty / 3),
  '['.repeat(forty),
  '`'.repeat(forty),
  '|'.repeat(forty),
  '<a '.repeat(forty / 3),
  `${'> '.repeat(29)}a\n\n`.repeat(forty / 60),
  Array.from({ length: 2000 }, (_, index) => `${' '.repeat(index % 59)}- a`).join('\n'),
])('%.10s… takes no longer than a long text', (text) => {
  const startedMs = performance.now();
  isMarkdown(text);
  toMarkdownHtml(text);
  expect(performance.now() - startedMs).toBeLessThan(2000);
});
