import { expect, test } from 'vitest';
import { MessagePart } from '#contract/conversations/message-parts.ts';
import { defaultMasking } from '#features/protection/contract/masking-kinds.ts';
import { readParts } from './mask-parts.ts';
import { createMasker, unmasked } from './mask-text.ts';

const masker = createMasker(defaultMasking);
const address = 'mari.tamm@acme.ee';
const fileKey = 'AbCdEfGhIjKlMnOpQrStUv';

const parts: MessagePart[] = [
  { type: 'text', value: ['Hello', `<b>${address}</b>`] },
  { type: 'text', value: `Write to ${address}` },
  { type: 'picture', value: `https://x.ee/a.png?to=${encodeURIComponent(address)}`, title: address, size: address },
  { type: 'video', value: `https://x.ee/a.mp4?to=${address}`, title: address },
  { type: 'formResult', username: 'TAMM', firstname: 'Mari', e_mail: 'mari', tel1_numbr: '1', reason: address },
  {
    type: 'chart',
    kind: 'pie',
    title: address,
    labels: [address],
    series: [{ name: address, values: [1] }],
    more: [address],
  },
  { type: 'chart', labels: ['a'], series: [{ name: 'a', values: [38_001_085_718] }] },
  { type: 'filePicker', fileKey, name: `${address}.png` },
  { type: 'filePicker', fileKey: address },
  { type: 'availableSkills', groups: [{ name: address, data: [{ id: 38_001_085_718, name: address }] }] },
  {
    type: 'table',
    legend: { [address]: address, other: 'Other' },
    requiredFields: [address],
    filters: [address],
    sourceData: [{ [address]: address, other: 38_001_085_718, amount: 51_234_567 }],
    itemsPerPage: 8,
  },
];

test('values are masked in every field of every type, and the rest stays', () => {
  const masked = readParts(masker, parts);
  expect(JSON.stringify(masked)).not.toMatch(/mari\.tamm|38001085718|TAMM/);
  expect(masked.map((part) => MessagePart.safeParse(part).success)).not.toContain(false);
  expect(masked[4]).toEqual({
    type: 'formResult',
    username: '[SAP ID]',
    firstname: 'Mari',
    e_mail: '[e-mail]',
    tel1_numbr: '[phone]',
    reason: '[e-mail]',
  });
  expect(masked[6]).toEqual({ type: 'chart', labels: ['a'], series: [{ name: 'a', values: [] }] });
  expect(masked[7]).toEqual({ type: 'filePicker', fileKey, name: '[e-mail]' });
  expect(masked[10]).toEqual({
    type: 'table',
    legend: { '[e-mail]': '[e-mail]', other: 'Other' },
    requiredFields: ['[e-mail]'],
    filters: ['[e-mail]'],
    sourceData: [{ '[e-mail]': '[e-mail]', other: '[national ID]', amount: 51_234_567 }],
    itemsPerPage: 8,
  });
});

test('unmasked, parts are as they are stored; what is no part is replaced', () => {
  expect(readParts(unmasked, parts)).toEqual(parts);
  const note = { type: 'text', value: 'This part of the message cannot be displayed.' };
  expect(readParts(masker, [{ type: 'other' }, parts[0]])[0]).toEqual(note);
  expect(readParts(masker, { type: 'text', value: address })).toEqual([note]);
});

test('a label never makes a part longer than it may be', () => {
  const value = `${'a@b.ee '.repeat(28_571)}abc`;
  expect(value).toHaveLength(200_000);
  const [part] = readParts(masker, [{ type: 'text', value }]);
  expect(MessagePart.safeParse(part).success).toBe(true);
  expect(JSON.stringify(part)).not.toContain('@');
});
