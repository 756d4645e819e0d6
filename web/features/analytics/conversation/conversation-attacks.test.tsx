import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MessagePart } from '#contract/analytics/message-parts.ts';
import { makeMessage, makeRecord, openLogs, toId } from '../testing/open-logs.tsx';

/** What strangers may write into any field. */
const payloads = [
  '<script>window.pwned()</script>',
  '"><script>window.pwned()</script>',
  '<img src=x onerror=window.pwned()>',
  '<svg/onload=window.pwned()>',
  '<svg><animate onbegin=window.pwned() attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  '<a href="javascript:window.pwned()">x</a>',
  '<a href="JaVaScRiPt:window.pwned()">x</a>',
  '<a href="\tjava\nscript:window.pwned()">x</a>',
  '<form action="javascript:window.pwned()"><input name=a><button formaction="javascript:window.pwned()">x</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.pwned()>">',
  '<style>@import "javascript:window.pwned()"; * { background: url(https://evil.example/leak) }</style>',
  '<p style="background:url(https://evil.example/leak)" id="root" class="mantine-Modal-root" name="body">x</p>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<object data="javascript:window.pwned()"></object><embed src="javascript:window.pwned()">',
  '<img srcset="https://evil.example/leak 1x" src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<details open ontoggle=window.pwned()>x</details>',
  '<input autofocus onfocus=window.pwned()>',
  'javascript:window.pwned()',
  'JAVASCRIPT:window.pwned()',
  ' \u0001javascript:window.pwned()',
  'data:text/html,<script>window.pwned()</script>',
  'vbscript:window.pwned()',
  '//evil.example/x',
  'http:\\\\evil.example',
  'blob:https://evil.example/x',
  '{{constructor.constructor("window.pwned()")()}}',
];

/** A message with the payload in every field that every part has. */
function fill(text: string): MessagePart[] {
  return [
    { type: 'text', value: text },
    { type: 'text', value: [text, `before ${text} after`] },
    { type: 'picture', value: text, title: text, size: text, downloadink: text },
    { type: 'video', value: text, title: text },
    {
      type: 'formResult',
      username: text,
      firstname: text,
      lastname: text,
      company: text,
      e_mail: text,
      tel1_numbr: text,
      reason: text,
    },
    { type: 'chart', title: text, labels: [text], series: [{ name: text, values: [1] }] },
    { type: 'chart', kind: 'pie', title: text, labels: [text, text], series: [{ name: text, values: [1, 2] }] },
    { type: 'availableSkills', groups: [{ name: text, data: [{ id: text, name: text }] }] },
    {
      type: 'table',
      legend: { [text]: text },
      requiredFields: [text, '__proto__', 'constructor'],
      sourceData: [{ [text]: text, cell: text }],
      filters: [text, 'cell', 'constructor'],
    },
  ];
}

const handlers = (element: Element) => element.getAttributeNames().filter((name) => name.startsWith('on'));
const addresses = ['href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'xlink:href', 'background'];

/** Everything in the page that could run or load something it should not. */
function findDangers(): string[] {
  const elements = [...document.body.querySelectorAll('*')];
  const tags =
    'script, iframe, object, embed, base, meta, form, noscript, math, animate, [srcdoc], [srcset], link[href]';
  const bad = elements.filter((element) => element.matches(tags) || handlers(element).length > 0);
  const links = elements.flatMap((element) =>
    addresses.map((name) => element.getAttribute(name)).filter((value) => value !== null),
  );
  const away = links.filter((value) => !/^(?:https?:\/\/|mailto:|\/analytics\/logs\b|blob:null)/.test(value));
  const named = [...document.querySelectorAll('article [id], article [name]:not(input[type="radio"])')]
    // Ids that React and the fields make for themselves.
    .filter(({ id }) => !/^(?:_r_|mantine-)/.test(id));
  const styled = [...document.querySelectorAll('article [style]')].filter((element) =>
    /url|import/.test(element.getAttribute('style') ?? ''),
  );
  return [...bad, ...named, ...styled].map(({ outerHTML }) => outerHTML).concat(away);
}

test.each(payloads)('in every field, %s is inert', async (payload) => {
  const pwned = vi.fn();
  vi.stubGlobal('pwned', pwned);
  const history = [
    makeMessage(1, fill(payload), { author: payload }),
    makeMessage(2, [...fill(payload), { type: 'filePicker', fileKey: 'x', name: payload }], {
      isAssistant: false,
      author: payload,
    }),
    makeMessage(3, [{ type: 'text', value: 'The end' }]),
  ];
  const record = makeRecord(1, { skill: payload, user: { firstName: payload, lastName: payload } });
  openLogs(`/analytics/logs?record=${toId(1)}&skills=${encodeURIComponent(payload)}`, {
    analytics: { listConversations: { payloads: [record], size: 1 }, listMessages: history },
    endpoints: {
      users: { list: [{ id: toId(5), firstName: payload, lastName: payload, email: payload }] },
      skills: { list: [{ id: toId(6), _id: toId(6), name: payload, isMapped: false }] },
      files: { get: () => Promise.reject(new Error('no file')) },
    },
  });
  await screen.findByText('The end');
  expect(findDangers()).toEqual([]);
  expect(pwned).not.toHaveBeenCalled();
  // What is no HTML is shown as it was written.
  const rows = [...document.querySelectorAll('article dd')].map(({ textContent }) => textContent);
  expect(rows).toContain(payload);
});
