import { expect, test } from 'vitest';
import { parseAllowedTargets } from '../../lib/network/outbound-targets.ts';
import { createAddressRules, isGlobalUnicast } from './address-rules.ts';

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2a02:26f0::1',
  '3ffe::1',
])('%s is an address of the internet', (address) => {
  expect(isGlobalUnicast(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.0',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.255',
  '192.0.2.0',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.255',
  '203.0.113.0',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:1::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '2a02:26f0::1%1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '127.1',
  '2130706433',
  '',
])('%s is none', (address) => {
  expect(isGlobalUnicast(address)).toBe(false);
});

const createRules = (allowed = '', ownHost = 'portal.example') =>
  createAddressRules({ ports: [{ from: 443, to: 443 }], allowed: parseAllowedTargets(allowed) ?? [], ownHost });

const judge = (rules: ReturnType<typeof createRules>, text: string, addresses: string[]) => {
  const candidate = rules.toCandidate(text);
  return candidate !== undefined && rules.mayConnect(candidate, addresses);
};

test('one address that may not be called refuses its whole host', () => {
  const rules = createRules();
  expect(judge(rules, 'https://a.example', ['1.1.1.1', '2606:4700::1'])).toBe(true);
  expect(judge(rules, 'https://a.example', ['1.1.1.1', '127.0.0.1'])).toBe(false);
  expect(judge(rules, 'https://a.example', [])).toBe(false);
});

test('a host of the operator may be private and without encryption, at the usual ports or at its own', () => {
  const rules = createRules('sap.corp.example:8000,db.corp.example,[fd00::5]:80');
  expect(judge(rules, 'http://sap.corp.example:8000', ['10.0.0.1'])).toBe(true);
  expect(judge(rules, 'https://sap.corp.example', ['10.0.0.1'])).toBe(false);
  expect(judge(rules, 'https://DB.corp.example', ['10.0.0.2'])).toBe(true);
  expect(judge(rules, 'http://db.corp.example', ['10.0.0.2'])).toBe(false);
  expect(judge(rules, 'https://db.corp.example:5432', ['10.0.0.2'])).toBe(false);
  expect(judge(rules, 'http://[FD00:0::5]', ['fd00::5'])).toBe(true);
  expect(judge(rules, 'http://evil.example:443', ['1.1.1.1'])).toBe(false);
});

test('a network of the operator may be called at the usual ports, and no host with another address beside it', () => {
  const rules = createRules('10.1.0.0/16,fd00::/8');
  expect(judge(rules, 'https://a.example', ['10.1.255.255', 'fd12::1'])).toBe(true);
  expect(judge(rules, 'http://a.example:443', ['10.1.0.1'])).toBe(true);
  expect(judge(rules, 'https://a.example', ['10.2.0.0'])).toBe(false);
  expect(judge(rules, 'https://a.example', ['10.1.0.1', '192.168.0.1'])).toBe(false);
  expect(judge(rules, 'http://a.example:443', ['10.1.0.1', '1.1.1.1'])).toBe(false);
  expect(judge(rules, 'https://10.1.0.1:5432', ['10.1.0.1'])).toBe(false);
});

test('the portal’s own host is refused at every port, unless the operator lists it with the port', () => {
  expect(judge(createRules('10.0.0.0/8'), 'https://Portal.example', ['10.0.0.1'])).toBe(false);
  expect(judge(createRules('portal.example'), 'https://portal.example', ['10.0.0.1'])).toBe(false);
  expect(judge(createRules('portal.example:9443'), 'https://portal.example:9443', ['10.0.0.1'])).toBe(true);
});
