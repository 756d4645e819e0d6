import { expect, test } from 'vitest';
import { parseAllowedTargets, parsePortRanges } from './outbound-targets.ts';

test('ports are numbers and ranges separated by commas', () => {
  expect(parsePortRanges('443, 44300-44399')).toEqual([
    { from: 443, to: 443 },
    { from: 44_300, to: 44_399 },
  ]);
});

test.each(['0', '65536', '443-', '500-400', 'https', '-1', '443;444'])('%s is no list of ports', (text) => {
  expect(parsePortRanges(text)).toBeUndefined();
});

test('allowed targets are hosts, hosts with a port, and networks', () => {
  expect(parseAllowedTargets('SAP.corp.example:44300, 10.0.0.5, [FD00::5]:8443,10.1.0.0/16,fd00::/8')).toEqual([
    { kind: 'host', host: 'sap.corp.example', port: 44_300 },
    { kind: 'host', host: '10.0.0.5' },
    { kind: 'host', host: 'fd00::5', port: 8443 },
    { kind: 'network', address: '10.1.0.0', prefix: 16 },
    { kind: 'network', address: 'fd00::', prefix: 8 },
  ]);
  expect(parseAllowedTargets('')).toEqual([]);
});

test.each([
  '*',
  '10.0.0.0/33',
  'fd00::/129',
  'sap:70000',
  'https://sap.example',
  'sap.example/path',
  '127.1',
  '0x7f.1',
])('%s is no target that can be allowed', (text) => {
  expect(parseAllowedTargets(text)).toBeUndefined();
});
