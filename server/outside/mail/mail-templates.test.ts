import { describe, expect, test } from 'vitest';
import * as accountMails from './account-mails.ts';
import * as codeMails from './code-mails.ts';
import { renderMail, type MailBrand } from './mail-layout.ts';
import type { MailContent } from './mail.ts';
import * as privacyMails from './privacy-mails.ts';
import * as skillMails from './skill-mails.ts';
import { reportMail } from './report-mail.ts';
import { suspensionMail } from './suspension-mails.ts';

const brand: MailBrand = {
  product: 'Portal',
  provider: 'Provider & Sons',
  supportEmail: 'help@provider.example',
  baseUrl: 'https://portal.example',
};
const hostile = `<img src=x onerror=alert(1)>"'\r\nBcc: eve@evil.example`;
const escaped = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;';
const code = { code: '482913', validMinutes: 10 };

const { accountExistsMail, temporaryPasswordMail } = accountMails;
const { verificationCodeMail } = codeMails;

describe.each(Object.entries(codeMails))('%s', (_name, template) => {
  test('says the code and its life in both bodies and never in the subject', () => {
    const mail = template(brand, code);
    expect(mail.subject).not.toContain(code.code);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(code.code);
      expect(body).toContain('10 minutes');
    }
  });
});

test('the text ends with product, provider and address, and names a provider called like the product once', () => {
  const getEnd = (provider: string) => accountExistsMail({ ...brand, provider }).text.split('-- \n')[1];
  expect(getEnd('Maker')).toBe(`${brand.product} · Maker · ${brand.supportEmail}\n`);
  expect(getEnd(brand.product)).toBe(`${brand.product} · ${brand.supportEmail}\n`);
});

test('the temporary password is in the bodies, with the address to sign in with, and not in the subject', () => {
  const user = { firstName: 'Ann', companyName: 'Acme', email: 'ann@acme.example', temporaryPassword: 'k7&Lq<2pW' };
  const mail = temporaryPasswordMail(brand, user);
  expect(mail.subject).not.toContain(user.temporaryPassword);
  expect(mail.text).toContain(user.temporaryPassword);
  expect(mail.html).toContain('k7&amp;Lq&lt;2pW');
  expect(mail.text).toContain('ann@acme.example');
  expect(mail.text).toContain('https://portal.example/login');
});

test.each(['Ελένη', 'נועה כהן', 'ליאת (2026) בע"מ', 'محمد', 'სოფო', '小林', '김민준', 'สมชาย', 'अनिल'])(
  'the name %s stands in both bodies as it was typed, and turns no sentence',
  (name) => {
    const user = { firstName: name, companyName: `${name} 12`, email: 'a@acme.example', temporaryPassword: 'k7' };
    const mail = temporaryPasswordMail(brand, user);
    expect(mail.text).toContain(name);
    const isFromTheRight = /[\u0590-\u06ff]/.test(name);
    const inHtml = name.replaceAll('"', '&quot;');
    expect(mail.html).toContain(isFromTheRight ? `<bdi>${inHtml}</bdi>` : inHtml);
  },
);

type Template =
  | keyof typeof accountMails
  | keyof typeof codeMails
  | keyof typeof skillMails
  | keyof typeof privacyMails
  | 'reportMail'
  | 'suspensionMail';

const pair = [2, 1] as const;

/** Every template with one text for all values, and one for those of portal and reader; one that is missing does not compile. */
const writeEveryMail = (value: string, own = value): Readonly<Record<Template, MailContent>> => ({
  reportMail: reportMail(
    brand,
    {
      name: value,
      timeZone: 'Europe/Tallinn',
      days: { first: '2026-11-16', last: '2026-11-22' },
      previous: { from: '2026-11-08T22:00:00.000Z', to: '2026-11-15T21:59:59.999Z' },
      period: 'week',
      includesTechnical: true,
      opensLog: true,
      isEmpty: false,
      attention: [
        {
          kind: 'silentKeys',
          tone: 'amber',
          sentence: value,
          figure: value,
          address: { path: '/integrations/intake' },
        },
      ],
      isOnlyAttention: false,
      hidesCost: true,
      figures: {
        conversations: pair,
        messages: pair,
        users: pair,
        requests: pair,
        apiCalls: pair,
        successRate: [50, null],
      },
      topSkills: [{ _id: value, name: value, total: 2, previous: 1 }],
      topUsers: [{ _id: value, firstName: value, lastName: value, total: 1, previous: 0 }],
      cost: { spent: pair, month: '2026-11-01', total: 10_000, limit: null },
      failures: { total: pair, reasons: [{ failure: value, total: 1, previous: 0 }] },
      unanswered: pair,
    },
    { companyName: value, unsubscribeUrl: `${brand.baseUrl}/unsubscribe?token=a`, attachment: value },
  ),
  verificationCodeMail: verificationCodeMail(brand, { ...code, code: own }),
  passwordResetCodeMail: codeMails.passwordResetCodeMail(brand, { ...code, code: own }),
  changedEmailCodeMail: codeMails.changedEmailCodeMail(brand, { ...code, code: own }),
  temporaryPasswordMail: temporaryPasswordMail(brand, {
    firstName: value,
    companyName: value,
    email: own,
    temporaryPassword: own,
  }),
  invitationMail: accountMails.invitationMail(brand, { firstName: value, companyName: value }),
  singleSignOnInvitationMail: accountMails.singleSignOnInvitationMail(brand, {
    firstName: value,
    companyName: value,
    email: own,
  }),
  accountExistsMail: accountExistsMail({ ...brand, product: own, provider: own, supportEmail: own }),
  passwordChangedMail: accountMails.passwordChangedMail({ ...brand, product: own }),
  passwordClosedMail: accountMails.passwordClosedMail({ ...brand, product: own }),
  emailChangedMail: accountMails.emailChangedMail({ ...brand, product: own }),
  domainMail: accountMails.domainMail(brand, { domain: own, absentDays: 4, daysLeft: 0 }),
  breakGlassMail: accountMails.breakGlassMail({ ...brand, product: own }),
  twoFactorResetMail: accountMails.twoFactorResetMail({ ...brand, product: own }),
  suspensionMail: suspensionMail(brand, {
    kind: 'announced',
    companyName: value,
    timeZone: 'Europe/Tallinn',
    from: 0,
    reason: value,
  }),
  deletionMail: privacyMails.deletionMail(brand, {
    companyName: value,
    deletion: { date: value, reason: value },
  }),
  exportReadyMail: privacyMails.exportReadyMail(brand, { companyName: value }),
  rowFileReadyMail: privacyMails.rowFileReadyMail(brand, { companyName: value, label: value, rows: 1_000_000 }),
  skillApprovalMail: skillMails.skillApprovalMail(brand, {
    companyName: value,
    skillName: value,
    token: value,
    lastDay: value,
  }),
  skillStateMail: skillMails.skillStateMail(brand, {
    companyName: value,
    skillName: value,
    state: 'active',
    by: value,
    reason: value,
  }),
  signUpApprovedMail: accountMails.signUpApprovedMail(brand, { firstName: value, companyName: value }),
});

const layoutElements = new Set('doctype html head meta title style body table tr td h1 p a'.split(' '));

describe.each(Object.entries(writeEveryMail(hostile)))('%s with hostile values', (_name, mail) => {
  test('shows them as text and gains no element, attribute or line', () => {
    const tags = mail.html.match(/<[^>]*>/g) ?? [];
    const elements = new Set(tags.map((tag) => /^<\/?!?([a-z0-9]+)/i.exec(tag)?.[1]?.toLowerCase()));
    expect([...elements].filter((name) => !layoutElements.has(name ?? ''))).toEqual([]);
    expect(tags.filter((tag) => /\son\w+\s*=/i.test(tag))).toEqual([]);
    expect(mail.html).toContain(escaped);
    expect(mail.text).not.toMatch(/^Bcc:/m);
  });
});

describe.each(['evil.example/x', 'evil．example⁄x', 'evil。ex\u200Bample', 'http:\u2060//evil', 'eve＠evil.example'])(
  'no template makes an address of %j',
  (address) => {
    test.each(Object.entries(writeEveryMail(`Prize ${address}`, 'own')))('%s', (_name, mail) => {
      const addresses = (text: string) => text.split(/\s+/).filter((word) => word.includes(address));
      const shown = mail.html.replaceAll(/<[^>]*>/g, '\n');
      expect([mail.subject, mail.text, shown].flatMap(addresses)).toEqual([]);
    });
  },
);

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])('refuses a button to %s', (url) => {
  const message = { subject: 's', heading: 'h', paragraphs: [], action: { label: 'Go', url }, note: 'n' };
  expect(() => renderMail(brand, message)).toThrow(TypeError);
});

test('mails to unproven addresses link only to the portal itself', () => {
  const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
  expect(links(verificationCodeMail(brand, code).html)).toEqual([]);
  expect(links(accountExistsMail(brand).html)).toEqual(['https://portal.example/forgot-password']);
});
