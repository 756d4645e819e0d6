import { expect, test } from 'vitest';
import type { TablePart } from '#contract/conversations/message-parts.ts';
import { defaultMasking } from '#features/protection/contract/masking-kinds.ts';
import { getThreadMs } from '#server/lib/concurrency/processor-time.ts';
import { readParts } from './mask-parts.ts';
import { createMasker } from './mask-text.ts';

const masker = createMasker(defaultMasking);

test.each([
  ['HTML', '<tr><th>Name<th>Phone</tr><tr><td>Mari</td><td>51234567</td></tr>', '51234567', '[phone]'],
  ['a row of HTML', '<tr><th>Telefon</th><td>51234567</td></tr>', '51234567', '[phone]'],
  ['Markdown', '| Name | Telefon |\n|---|:-:|\n| Mari | 51234567 |', '51234567', '[phone]'],
  ['CSV', 'Nimi;Mobiil;Tellimus\nMari;51234567;4500012345', '51234567', '[phone]'],
  ['CSV with commas', 'order,phone\n0212 345 678,51234567\n0212 345 679,51234567', '51234567', '[phone]'],
  ['pasted cells', 'Material\tTel\n212 345 6789\t(212) 345-6789', '(212) 345-6789', '[phone]'],
  ['ids', 'Isikukood;Nimi\n220370-10235;Mari', '220370-10235', '[national ID]'],
  ['cards', '| Card | Total |\n| 4012888888881881 | 4012888888881881 |', ' 4012888888881881 | 4', ' [card] | 4'],
])('a head of %s is the word beside the values below it', (_name, text, value, label) => {
  expect(masker.maskText(text)).toBe(text.replaceAll(value, label));
});

test.each([
  'Material;Menge\n212 345 6789;51234567',
  '| Order | Ticket |\n|---|---|\n| 38001085718 | 0212 345 678 |',
  'Call me, please\nat five, today 4500012345',
  '<tr><th>Delivery<th>Phone</tr><tr><td>80012345<td>none</tr>',
])('numbers below heads of business stay: %j', (text) => {
  expect(masker.maskText(text)).toBe(text);
});

const mask = (sourceData: TablePart['sourceData'], legend?: TablePart['legend']) =>
  (readParts(masker, [{ type: 'table', sourceData, ...(legend && { legend }) }])[0] as TablePart).sourceData;

test('cells of a table part are read below their label or field', () => {
  expect(mask([{ phoneNumber: '51234567', order: '0212 345 678', amount: 51_234_567 }])).toEqual([
    { phoneNumber: '[phone]', order: '0212 345 678', amount: 51_234_567 },
  ]);
  expect(mask([{ a: 51_234_567, b: 38_001_085_718 }], { a: 'Telefon', b: 'Materjal' })).toEqual([
    { a: '[phone]', b: 38_001_085_718 },
  ]);
});

test('a value whose digits stand in several cells goes from all of them, and figures stay', () => {
  expect(
    mask([
      { a: '+372', b: '5123 4567', c: 'x' },
      { a: '4111', b: '1111', c: '1111', d: '1111' },
      { a: 'EE38', b: '2200', c: '2210', d: '2014', e: '5685' },
      { a: '380010', b: '85718' },
    ]),
  ).toEqual([
    { a: '[phone]', b: '[phone]', c: 'x' },
    { a: '[card]', b: '[card]', c: '[card]', d: '[card]' },
    { a: '[IBAN]', b: '[IBAN]', c: '[IBAN]', d: '[IBAN]', e: '[IBAN]' },
    { a: '[national ID]', b: '[national ID]' },
  ]);
  expect(mask([{ card1: 4111, card2: 1111, card3: 1111, card4: 1111 }])).toEqual([
    { card1: '[card]', card2: '[card]', card3: '[card]', card4: '[card]' },
  ]);
  const figures: TablePart['sourceData'] = [
    { q1: 4111, q2: 1111, q3: 1111, q4: 1111 },
    { amount: '4111', price: '1111', total: '1111', quantity: '1111' },
  ];
  expect(mask(figures)).toEqual(figures);
});

test('tables of many lines and cells take time linear in their length', () => {
  const startMs = getThreadMs();
  const row = '| Mari | 51234567 | 4500012345 |\n';
  const head = '| Name | Phone | Order |\n';
  masker.maskText(head + row.repeat(6000));
  masker.maskText(head.repeat(8000));
  masker.maskText(`${head}\n`.repeat(4000) + row);
  expect(getThreadMs() - startMs).toBeLessThan(5000);
});
