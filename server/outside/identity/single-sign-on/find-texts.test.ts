import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTexts } from './find-texts.ts';

const [serverFailure, noSuchName] = [2, 3];
const text = Buffer.from('portal-verification=abc');

/** Answers by the first label of the name. */
const server = createSocket('udp4', (query, from) => {
  const label = query.subarray(13, 13 + (query[12] ?? 0)).toString();
  const code = { down: serverFailure, absent: noSuchName }[label] ?? 0;
  const record = Buffer.concat([
    Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]),
    text,
  ]);
  const answers = label === 'there' ? 1 : 0;
  const question = query.subarray(12, query.indexOf(Buffer.from([0, 0, 16, 0, 1]), 12) + 5);
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 | code, 0, 1, 0, answers, 0, 0, 0, 0]);
  server.send(Buffer.concat([header, question, ...(answers ? [record] : [])]), from.port, from.address);
});

beforeAll(() => new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

test.each([
  ['a record', 'there', [text.toString()]],
  ['no such name', 'absent', []],
  ['a name without such a record', 'empty', []],
  ['an outage', 'down', undefined],
])('%s', async (_name, label, found) => {
  const { port } = server.address() as AddressInfo;
  expect(await findTexts(`${label}.example.com`, [`127.0.0.1:${port}`])).toEqual(found);
});
