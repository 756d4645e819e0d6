import { expect, test } from 'vitest';
import { defaultMasking } from '#features/protection/contract/masking-kinds.ts';
import { createMasker } from './mask-text.ts';

const { maskText } = createMasker(defaultMasking);

test.each([
  ['mari@acme.ee', '[e-mail]'],
  ['Write to Mari <mari.tamm+x@mail.acme.ee>.', 'Write to Mari <[e-mail]>.'],
  ['a<b>@</b>x.ee', '[e-mail]<b></b>'],
  ['a&#64;x.ee, a&#x40;x.ee and a&commat;x&period;ee', '[e-mail], [e-mail] and [e-mail]'],
  ['m\u200Bari@ac\u00ADme.ee', '[e-mail]'],
  ['mari＠acme．ee', '[e-mail]'],
  ['m&auml;rt@acme.ee', '[e-mail]'],
  ['märt@õlu.ee', '[e-mail]'],
  ['<a href="mailto:mari@acme.ee?x=1" title="Mari">Mari</a>', '<a href="mailto:[e-mail]?x=1" title="Mari">Mari</a>'],
  ['a<a href="mailto:a@x.ee">@</a>x.ee', '[e-mail]<a></a>'],
  ['https://x.ee/p.png?mail=a%40b.ee&size=2', 'https://x.ee/p.png?mail=[e-mail]&size=2'],
  ['**mari**@acme.ee and mari\\@acme.ee', '[e-mail] and [e-mail]'],
  ['"mari\\u0040acme.ee"', '"[e-mail]"'],
  ['mari (at) acme (dot) ee', '[e-mail]'],
  ['mari[at]acme.ee', '[e-mail]'],
  ['<!-- mari@acme.ee -->', '<!-- [e-mail] -->'],
  ['<p>Contact</p><p>a@x.ee</p>', '<p>Contact</p><p>[e-mail]</p>'],
  ['+372 5123 4567', '[phone]'],
  ['call (+372) 5123-4567!', 'call [phone]!'],
  ['tel:+37251234567', 'tel:[phone]'],
  ['00372 51234567', '[phone]'],
  ['5123 4567', '[phone]'],
  ['tel. 51234567', 'tel. [phone]'],
  ['040 123 4567', '[phone]'],
  ['030/1234567', '[phone]'],
  ['phone: 6123456', 'phone: [phone]'],
  ['EE38 2200 2210 2014 5685', '[IBAN]'],
  ['ee382200221020145685', '[IBAN]'],
  ['DE89-3704-0044-0532-0130-00', '[IBAN]'],
  ['EE38<br>', 'EE38<br>'],
  ['4111 1111 1111 1111', '[card]'],
  ['4111-1111-1111-1111', '[card]'],
  ['4111<b>1111</b>11111111', '[card]<b></b>'],
  ['378282246310005', '[card]'],
  ['38001085718', '[national ID]'],
  ['380-0108-5718', '[national ID]'],
  ['PNOEE-38001085718', 'PNOEE-[national ID]'],
  ['131052-308T', '[national ID]'],
  ['811218-9876', '[national ID]'],
  ['19811218-9876', '[national ID]'],
  ['44051401359', '[national ID]'],
  ['161175-19997', '[national ID]'],
  ['86095742719', '[national ID]'],
  ['567fc708-6f1b-973b-45bb-8c4a00279179 5551 2345', '567fc708-6f1b-973b-45bb-8c4a00279179 [phone]'],
  ['T +49 40 28899120\nM +49 170 5521903', 'T [phone]\nM [phone]'],
  ['Reisepass Nr. C01XYCCG9', 'Reisepass Nr. [national ID]'],
  ['Sozialversicherungsnummer 65 070649 A 006', 'Sozialversicherungsnummer [national ID]'],
  ['SV-Nr. 65 070649 A 006', 'SV-Nr. [national ID]'],
  ['RV-Nummer: 65 070649 A 006', 'RV-Nummer: [national ID]'],
  ['VersNr 65 070649 A 006', 'VersNr [national ID]'],
  ['minu isikukood on 49403136527', 'minu isikukood on [national ID]'],
  ['PESEL 94021755185', 'PESEL [national ID]'],
  ['Steuer-ID 12 345 678 901', 'Steuer-ID [national ID]'],
  ['NINO QQ 12 34 56 C', 'NINO [national ID]'],
  ['AHV-Nummer 756.1234.5678.90', 'AHV-Nummer [national ID]'],
  ['IBAN DE12 3456 7890 1234 5678 90', 'IBAN [IBAN]'],
  ['credit card 4111 1111 1111 1112', 'credit card [card]'],
  ['my satellite phone: +881 6 5181 3210', 'my satellite phone: [phone]'],
  ['D045123', '[SAP ID]'],
  ['SAP ID: TAMM', 'SAP ID: [SAP ID]'],
  ['Your login is <code>TAMM</code>.', 'Your login is <code>[SAP ID]</code>.'],
])('%s becomes %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

test.each([
  'On 2026-11-23 18:13:45 it cost 5 000 000 EUR.',
  '55 123 456.78 €',
  'From 2019-2026, on 23.11.2026 and 5.11.2026',
  'Order 12345678, invoice INV-2026-0042, 38001085719',
  '4111111111111112',
  'EE382200221020145686 is no account',
  'ask @mari, or <b>bold</b> & 1 < 2',
  '0b5f3a12-1234-4123-5123-456712345678',
  '567fc708-6f1b-973b-45bb-8c4a00279179',
  'c8211630-6f1b-973b-45bb-8c4a0027917f',
  '00279179-0012-4123-5123-45ab12345678',
  'version 1.10.2 of node@24',
  '+275760-09-13T00:00:00Z',
  'SMS quota: 1 000 000, Mobilkran 82-1234',
  '',
])('%s stays', (text) => {
  expect(maskText(text)).toBe(text);
});

test('kinds can be shown, and patterns of the company find what they name', () => {
  const masker = createMasker({ shown: ['email'], patterns: [{ name: 'contract', pattern: 'C-\\d{4}' }] });
  expect(masker.maskText('C-12<i>34</i> of mari@acme.ee, 38001085718')).toBe(
    '[contract]<i></i> of mari@acme.ee, [national ID]',
  );
});

test.each([
  ['a pattern that never ends elsewhere', `${'a'.repeat(200_000)}!`],
  ['at signs', '@'.repeat(200_000)],
  ['digits', '1 '.repeat(100_000)],
  ['local parts', 'a.'.repeat(100_000)],
  ['open tags', '<a '.repeat(66_000)],
  ['open quotes', '<a b="'.repeat(33_000)],
  ['entities', '&#64;'.repeat(40_000)],
  ['escapes', '\\u0040*'.repeat(28_000)],
  ['addresses in signs', '(at)'.repeat(50_000)],
  ['zeros', `${'0'.repeat(200_000)}`],
  ['letters and digits', 'EE38'.repeat(50_000)],
  ['dashes', '5123-'.repeat(40_000)],
])('200,000 characters of %s take no longer than their length asks', (_name, text) => {
  const masker = createMasker({ shown: [], patterns: [{ name: 'own', pattern: '(a+)+$' }] });
  const measure = (part: string) => {
    // Of the processor, because other tests take it too.
    const { user: before } = process.threadCpuUsage();
    masker.maskText(part);
    return (process.threadCpuUsage().user - before) / 1000;
  };
  measure(text);
  // Ten times for a quadratic one would be a hundred times.
  expect(measure(text)).toBeLessThan(30 * Math.max(measure(text.slice(0, text.length / 10)), 20));
});

test('short texts that are not looked through hold nothing that is found', () => {
  const never = { name: 'never', pattern: '\\x00' };
  // With a pattern of its own every text is looked through.
  const thorough = createMasker({ ...defaultMasking, patterns: [never] });
  let state = 3;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const starts = ['', 'order-', 'conv_', 'tel-', 'EE-', 'a D', 'nr. ', 'user-', 'x_00'];
  const characters = '00123456789ab -_.E';
  const texts = Array.from({ length: 30_000 }, () => {
    const tail = Array.from({ length: random(14) }, () => characters[random(characters.length)]).join('');
    return `${starts[random(starts.length)]}${tail}`;
  });
  expect(texts.filter((text) => thorough.maskText(text) !== text).length).toBeGreaterThan(300);
  expect(texts.map(maskText)).toEqual(texts.map(thorough.maskText));
});
