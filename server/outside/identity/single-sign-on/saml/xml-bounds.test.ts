import { expect, test } from 'vitest';
import { createSamlProvider } from '../../testing/saml-provider.ts';
import { verifySamlAnswer } from './saml-answer.ts';
import { answerBounds, isBoundedXml } from './xml-bounds.ts';

const repeat = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

/** Measures the processor time of this process alone, so that a busy machine changes nothing. */
async function measureCpuMs(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  return process.cpuUsage(started).user / 1000;
}

test.each(['<a/>', '<a b="c>" d=\'"\'><b:c>text</b:c></a>', '<?xml version="1.0"?>\n<a></a>\n', '\uFEFF<a />'])(
  'well-formed elements are taken: %s',
  (xml) => expect(isBoundedXml(xml, answerBounds)).toBe(true),
);

test.each([
  '',
  'a',
  '<a>',
  '</a>',
  '<a></b>',
  '<a/><b/>',
  '<a/>b',
  '<a b=c/>',
  '<a b="<"/>',
  '<a b/>',
  '<!-- --><a/>',
  '<a><![CDATA[b]]></a>',
  '<!DOCTYPE a><a/>',
  '<a><?b c?></a>',
  '<a>\0</a>',
  '<a:/>',
  '<a<b/>',
])('anything else is not: %j', (xml) => expect(isBoundedXml(xml, answerBounds)).toBe(false));

const { length, depth, elements, attributes } = answerBounds;
const inside = (xml: string) => `<r>${xml}</r>`;

test.each([
  ['deep', (most: number) => '<a>'.repeat(most) + '</a>'.repeat(most), depth],
  ['of many elements', (most: number) => inside('<a/>'.repeat(most - 1)), elements],
  [
    'of many attributes',
    (most: number) => inside('<a b="c"/>'.repeat(50).replace('<a', `<a${' b="c"'.repeat(most - 50)}`)),
    attributes,
  ],
  ['long', (most: number) => inside('a'.repeat(most - '<r></r>'.length)), length],
])('a document is as %s as the bounds and not more', (_name, render, most) => {
  expect([most, most + 1].map((count) => isBoundedXml(render(count), answerBounds))).toEqual([true, false]);
});

test.each([
  ['spaces in a tag', repeat(' ', length - 2), '<a'],
  ['attributes', repeat(' b="c"', length - 2), '<a'],
  ['a value without an end', repeat('c', length - 6), '<a b="'],
  ['a name', repeat('a', length - 1), '<'],
  ['colons', repeat('a:', length - 1), '<'],
  ['beginnings', repeat('<', length), ''],
  ['ends', repeat('</', length), ''],
  ['declarations', repeat('<?xml ', length), ''],
])('hostile %s cost no time', async (_name, text, start) => {
  const bounds = { length, depth: Infinity, elements: Infinity, attributes: Infinity };
  expect(await measureCpuMs(() => expect(isBoundedXml(start + text, bounds)).toBe(false))).toBeLessThan(200);
});

test('the largest answers are verified in a moment, sound or not', async () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const [own, other] = await Promise.all(
    ['https://idp.example', 'https://other.example'].map((issuer) => createSamlProvider(issuer, () => now)),
  );
  if (!own || !other) throw new Error('There are no providers.');
  const request = { id: '_r', issuer: 'portal', assertionAddress: 'https://portal.test/acs', relayState: 's' };
  const parties = {
    issuer: own.issuer,
    signInAddress: own.signInAddress,
    certificates: [other.certificate.cert, own.certificate.cert],
    entityId: request.issuer,
    assertionAddress: request.assertionAddress,
  };
  const namespaces = Array.from({ length: 38 }, (_, index) => ` xmlns:q${index}="u"`).join('');
  const contents = ['<c/>'.repeat(330), `<c${namespaces}/>`.repeat(8), '<c a="b"/>'.repeat(330), 'a '.repeat(40_000)];
  for (const content of contents) {
    const widen = (xml: string) => xml.replace('</AuthnContextClassRef>', `${content}</AuthnContextClassRef>`);
    const signed = ['Assertion', 'Response'] as const;
    const sound = own.answer(request, 'ann@acme.example', { before: widen, signed });
    const forged = own.answer(request, 'ann@acme.example', { after: widen, signed });
    const verify = (answer: Record<string, string>) => verifySamlAnswer(parties, answer['SAMLResponse'] ?? '', now);
    // About 100 ms; ten times the elements would be more than twenty times that.
    expect(
      await measureCpuMs(() => expect(verify(sound)).resolves.toMatchObject({ subject: 'ann@acme.example' })),
    ).toBeLessThan(1000);
    expect(
      await measureCpuMs(() => expect(verify(forged)).rejects.toMatchObject({ outcome: 'signature' })),
    ).toBeLessThan(1000);
  }
});
