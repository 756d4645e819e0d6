import { expect, test } from 'vitest';
import { parsePeppolId } from './peppol-ids.ts';

test('reads a scheme of the list and a number', () => {
  expect(parsePeppolId('0191:12345678')).toEqual({ scheme: '0191', id: '12345678' });
  expect(parsePeppolId('9930:DE136695976')).toEqual({ scheme: '9930', id: 'DE136695976' });
});

test.each([
  '',
  '12345678',
  '0191',
  '0191:',
  '191:1',
  '0001:1',
  '0191:a b',
  '0191:a&b',
  '0191:1:2',
  ` 0191:1`,
  '0191:1\n',
])('knows no address in %j', (text) => {
  expect(parsePeppolId(text)).toBeUndefined();
});
