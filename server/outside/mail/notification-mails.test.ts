import { describe, expect, test } from 'vitest';
import type { MailBrand } from './mail-layout.ts';
import { notificationMail, type CompanyNotification, type NotificationFacts } from './notification-mails.ts';

const euro = 10_000;
const brand: MailBrand = {
  product: 'Portal',
  provider: 'Provider & Sons',
  supportEmail: 'help@provider.example',
  baseUrl: 'https://portal.example',
};
const unsubscribeUrl = 'https://portal.example/unsubscribe?token=a.b.c.d';
const hostile = `<img src=x onerror=alert(1)>"'\r\nBcc: eve@evil.example`;

const budget = {
  about: 'budget',
  isStopping: true,
  percent: 80,
  month: '2026-11-01',
  total: 82 * euro,
  limit: 100 * euro,
} as const;
const digest: NotificationFacts = {
  about: 'digest',
  week: { first: '2026-11-16', last: '2026-11-22' },
  spent: 20 * euro,
  spentWeekBefore: 25 * euro,
  topSkills: [{ name: hostile, total: 20 * euro }],
  month: '2026-11-01',
  spentInMonth: 90 * euro,
  limit: null,
  forecast: { total: 120 * euro, low: 110 * euro, high: 130 * euro },
  invoices: { open: 1, overdue: 0, total: 1250.5 * euro },
};

const everyFact: Record<string, NotificationFacts> = {
  budget: { ...budget, skillName: hostile },
  digest,
  newSkills: { about: 'newSkills', names: [hostile, hostile] },
  signUps: { about: 'signUps', companies: [{ name: hostile, at: 0 }] },
  announcement: { about: 'announcement', title: hostile, body: hostile },
  reminder: {
    about: 'reminder',
    id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
    number: hostile,
    dueDay: '2026-11-01',
    total: 20 * euro,
    open: 5 * euro,
    subject: hostile,
    body: hostile,
    own: 'Invoice {invoice}',
  },
};

const write = (facts: NotificationFacts, different: Partial<CompanyNotification> = {}) =>
  notificationMail(
    brand,
    { kind: 'budgetWarning', companyName: 'Acme', timeZone: 'Europe/Tallinn', facts, ...different },
    unsubscribeUrl,
  );

test.each([
  [
    80,
    true,
    'You have used 80% of your limit at Acme for November 2026',
    'Nothing is stopped until the limit is reached.',
  ],
  [100, true, 'You have reached your limit at Acme for November 2026', 'can no longer run paid skills for you'],
  [100, false, 'You have reached your limit at Acme for November 2026', 'This limit only warns'],
] as const)('the person whose limit is used by %d%% reads it as the own one', (percent, isStopping, subject, words) => {
  const facts = { ...budget, percent, isStopping, skillName: 'Mari', owner: 'person', isReaders: true } as const;
  const mail = write(facts);
  expect(mail.subject).toBe(subject);
  for (const each of [words, 'You can ask for more', 'https://portal.example/settings#limit', 'the limit is yours']) {
    expect(mail.text).toContain(each);
  }
  expect(mail.text).not.toContain('administrators');
});

const layoutElements = new Set('doctype html head meta title style body table tr td h1 p a'.split(' '));

describe.each(Object.entries(everyFact))('the %s mail with hostile values', (_name, facts) => {
  test('shows them as text and gains no element, attribute or header', () => {
    const mail = write(facts, { companyName: hostile });
    const tags = mail.html.match(/<[^>]*>/g) ?? [];
    const elements = new Set(tags.map((tag) => /^<\/?!?([a-z0-9]+)/i.exec(tag)?.[1]?.toLowerCase()));
    expect([...elements].filter((name) => !layoutElements.has(name ?? ''))).toEqual([]);
    expect(tags.filter((tag) => /\son\w+\s*=/i.test(tag))).toEqual([]);
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  test('can be unsubscribed from in both bodies', () => {
    const mail = write(facts);
    expect(mail.html).toContain(`href="${unsubscribeUrl}"`);
    expect(mail.text).toContain(`Unsubscribe from budget warnings:\n${unsubscribeUrl}`);
  });
});

test('a budget mail names the limit, the month and its zone, and leads to the usage page', () => {
  const mail = write({ ...budget, skillName: null });
  expect(mail.subject).toBe('The account of Acme has used 80% of its limit for November 2026');
  expect(mail.text).toContain('- Spent: €82.00\n- Limit: €100.00\n- Left: €18.00');
  expect(mail.text).toContain('Months follow the Europe/Tallinn time zone.');
  expect(mail.html).toContain('href="https://portal.example/settings/usage"');
  const reached = write({ ...budget, skillName: 'Leave requests', percent: 100, total: 101 * euro });
  expect(reached.subject).toBe('Leave requests at Acme has reached its limit for November 2026');
  expect(reached.text).not.toContain('Left');
});

test('a digest says how the week and the month went, in figures that are estimates where they are', () => {
  const { subject, text } = write({ ...digest, topSkills: [{ name: 'Leave requests', total: 20 * euro }] });
  expect(subject).toBe('Acme spent €20.00 last week');
  expect(text).toContain('from 16 November 2026 to 22 November 2026, €5.00 less than the week before (€25.00).');
  expect(text).toContain('Top skills of the week:\n- Leave requests: €20.00');
  expect(text).toContain('- Account limit: none');
  expect(text).toContain('- Forecast for the month: about €120.00\n- Likely range: €110.00 – €130.00');
  expect(text).toContain('- 1 open: €1,250.50');
});

test('an announcement keeps its paragraphs', () => {
  const { subject, text } = write({ about: 'announcement', title: 'News', body: 'One.\n\n  \nTwo.\nThree.' });
  expect(subject).toBe('News');
  expect(text).toContain('One.\n\nTwo.\n\nThree.');
});

const address = 'evil．example⁄x';
const invoice = {
  about: 'invoice',
  id: 'a',
  number: 'ACME-2026-0001',
  month: '2026-11-01',
  dueDate: '2026-11-30',
  total: 124 * euro,
  net: 100 * euro,
  vat: 24 * euro,
  corrects: null,
  reason: null,
  hasXml: true,
} as const;

test('an invoice says net, VAT, total and due day, and to the address for invoices nothing about unsubscribing', () => {
  const facts = { kind: 'invoices', companyName: 'Acme', timeZone: 'Europe/Tallinn', facts: invoice } as const;
  const { subject, text, html } = notificationMail(brand, facts, undefined);
  expect(subject).toBe('Invoice ACME-2026-0001 for November 2026');
  expect(text).toContain('- Net: €100.00\n- VAT: €24.00\n- Total: €124.00 incl. VAT\n- Due date: 30 November 2026');
  expect(text).toContain('The PDF and the electronic invoice (XML) are attached.');
  expect(text).toContain('because Acme has entered this address for its invoices');
  for (const body of [text, html]) expect(body).not.toMatch(/unsubscribe/i);
  const creditNote = { ...invoice, number: 'C-2', month: null, corrects: 'ACME-2026-0001', reason: 'Billed twice' };
  const credit = notificationMail(brand, { ...facts, facts: creditNote }, undefined);
  expect(credit.subject).toBe('Credit note C-2 for invoice ACME-2026-0001');
  expect(credit.text).toContain('Reason: Billed twice');
  expect(credit.text).not.toContain('Due date');
});

const madeUp: readonly NotificationFacts[] = [
  { ...budget, skillName: address },
  { ...digest, topSkills: [{ name: address, total: euro }] },
  {
    about: 'forecast',
    skillName: address,
    month: '2026-11-01',
    spent: euro,
    limit: euro,
    expected: euro,
    reachedOn: '2026-11-20',
    isStopping: true,
  },
  { about: 'newSkills', names: [address, address] },
  { about: 'newSkills', names: [address] },
  { about: 'signUps', companies: [{ name: address, at: 0 }] },
  { about: 'signUps', companies: Array.from({ length: 12 }, () => ({ name: address, at: 0 })) },
  { about: 'announcement', title: address, body: 'See https://status.provider.example/now.' },
  { about: 'integration', name: address, turn: 'broken', at: 0, failure: address },
  { about: 'integration', name: address, turn: 'recovered', at: 0, failure: '' },
  { about: 'support', percent: 50, type: address, month: '2026-11-01', total: euro, limit: euro },
  { ...invoice, number: address },
  { ...invoice, number: address, month: null, corrects: address, reason: address },
  ...(['silent', 'reporting', 'failing', 'accepted'] as const).map((turn): NotificationFacts => ({
    about: 'intakeKey',
    id: 'a',
    name: address,
    turn,
    at: 0,
    acceptedAt: null,
    silenceHours: null,
  })),
];

test.each(madeUp)('no name becomes an address: $about $turn', (facts) => {
  const { subject, text, html } = write(facts, { companyName: address });
  for (const body of [subject, text, html]) expect(body).not.toContain(address);
});

test('what the provider announces keeps its addresses', () => {
  const { text, html } = write({
    about: 'announcement',
    title: 'Pause',
    body: 'See https://status.provider.example/now.',
  });
  for (const body of [text, html]) expect(body).toContain('https://status.provider.example/now.');
});
