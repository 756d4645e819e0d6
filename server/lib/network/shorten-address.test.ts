import { expect, test } from 'vitest';
import { shortenAddress } from './shorten-address.ts';

test.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
  ['2001:db8::1', '2001:db8:0:*'],
  ['fe80::1%eth0', 'fe80:0:0:*'],
  ['unix socket', null],
  ['', null],
])('%s is shown as %s', (address, shown) => {
  expect(shortenAddress(address)).toBe(shown);
});
