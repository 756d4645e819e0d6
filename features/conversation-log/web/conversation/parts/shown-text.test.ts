import { expect, test } from 'vitest';
import { toShownText } from './shown-text.ts';

test('without a format Markdown is recognised, and HTML and plain text stay', () => {
  expect(toShownText('**12** days', undefined)).toEqual({ html: '<p><strong>12</strong> days</p>\n', isPlain: false });
  expect(toShownText('<b>12</b> days\n- left', undefined)).toEqual({ html: '<b>12</b> days\n- left' });
  expect(toShownText('12 days\nleft', undefined)).toEqual({ html: '12 days\nleft' });
});

test('the format decides where it is said', () => {
  expect(toShownText('**12** days', 'html')).toEqual({ html: '**12** days' });
  expect(toShownText('12 *days*', 'markdown')).toEqual({ html: '<p>12 <em>days</em></p>\n', isPlain: false });
  expect(toShownText('**12** <b>days</b> &amp;', 'plain')).toEqual({
    html: '**12** &lt;b&gt;days&lt;/b&gt; &amp;amp;',
    isPlain: true,
  });
});

test('Markdown that is too deep is shown as text', () => {
  expect(toShownText('>'.repeat(100), 'markdown')).toEqual({ html: '>'.repeat(100) });
});
