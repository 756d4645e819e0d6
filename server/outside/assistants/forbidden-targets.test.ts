import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AllowedTarget } from '../../lib/network/outbound-targets.ts';
import { isWebAddress } from '#contract/web-addresses.ts';
import type { ConnectionTarget } from './assistants.ts';
import { failures } from './attempt.ts';
import type { ResolveHost } from './resolve-host.ts';
import { createTestConnection } from './test-connection.ts';
import { hasIpv6, startCanary, type Canary } from './testing/canary.ts';
import { makeCertificate, type Certificate } from './testing/certificates.ts';
import { forbiddenAddresses, forbiddenHosts, forbiddenPorts } from './testing/forbidden-targets.ts';
import { redirect } from './testing/misbehaviours.ts';
import { startStandIn, type StandIn } from './testing/stand-in.ts';
import { standInHost, systemTargets, watsonTargets } from './testing/targets.ts';

let canary: Canary;
let hitsBefore: number;
let tried = 0;
let reachedElsewhere = 0;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(async () => {
  // The bench adds this number up over all tests.
  process.stdout.write(`outbound: ${tried} targets, ${canary.countHits() + reachedElsewhere} reached\n`);
  await canary.close();
});
beforeEach(() => {
  hitsBefore = canary.countHits();
});

interface ExpectedProblem extends Partial<typeof settings> {
  readonly message?: string;
}

/** One text for all that a name server would have to answer; words without encryption say so by themselves. */
const toMessage = ({ url = '' }: ConnectionTarget) =>
  url.startsWith('http://') && isWebAddress(url) ? failures.unencrypted : failures.address;

/** The worst name server: every name leads to this machine. */
const toLoopback: ResolveHost = () => Promise.resolve(['127.0.0.1']);
const everyPort = [{ from: 1, to: 65_535 }];
const everything: AllowedTarget[] = [
  { kind: 'network', address: '0.0.0.0', prefix: 0 },
  { kind: 'network', address: '::', prefix: 0 },
];
const settings = {
  ports: everyPort,
  allowed: [] as AllowedTarget[],
  ownHost: 'portal.example',
  iamUrl: 'https://iam.example',
  resolveHost: toLoopback,
  now: () => new Date(0),
};

const assistantAt = (url: string) => ({ ...watsonTargets['assistant']!(443), url });
const sapAt = (hostname: string, port: number) => ({ ...systemTargets['sap']!(port), hostname });

async function expectRefused(
  target: ConnectionTarget,
  { message = toMessage(target), ...options }: ExpectedProblem = {},
) {
  tried += 1;
  const [address, ...others] = await createTestConnection({ ...settings, ...options })(target);
  expect(address).toEqual({ step: 'address', outcome: 'failed', message });
  expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
  expect(canary.countHits()).toBe(hitsBefore);
}

describe('with every port allowed', () => {
  test.each(forbiddenHosts)('%j is not called', async (host) => {
    await expectRefused(sapAt(host, canary.port));
    await expectRefused(assistantAt(`https://${host}:${canary.port}/instances/1`));
    await expectRefused(assistantAt(`http://${host}:${canary.port}/instances/1`));
  });

  test.each(forbiddenAddresses)('%j is not called', async (address) => {
    await expectRefused(assistantAt(address.replaceAll('PORT', String(canary.port))));
  });

  test('a name with one good and one private address is not called', async () => {
    const resolveHost = () => Promise.resolve(['1.1.1.1', '127.0.0.1']);
    await expectRefused(sapAt('mixed.example', canary.port), { resolveHost });
  });

  test('a name without any address is answered like one that may not be called', async () => {
    await expectRefused(sapAt('nobody.example', 443), { resolveHost: () => Promise.resolve([]) });
    await expectRefused(sapAt('nobody.example', 443), { resolveHost: () => Promise.reject(new Error('ENOTFOUND')) });
  });
});

test('a canary is hit by the same forms where every address is allowed', async () => {
  const hosts = ['127.0.0.1', '0.0.0.0', 'localhost', ...(hasIpv6 ? ['[::1]', '[::]', '[::ffff:127.0.0.1]'] : [])];
  const testConnection = createTestConnection({ ...settings, allowed: everything });
  const other = await startCanary();
  for (const host of hosts) {
    const hits = other.countHits();
    const report = await testConnection(sapAt(host, other.port));
    expect([host, report.find(({ outcome }) => outcome === 'failed')?.step]).toEqual([host, 'tls']);
    expect([host, other.countHits() > hits]).toEqual([host, true]);
  }
  await other.close();
});

test.each(forbiddenPorts)('port %i is not called, and its host not even looked up', async (port) => {
  let lookups = 0;
  const resolveHost: ResolveHost = () => Promise.resolve([String((lookups += 1))]);
  const ports = [
    { from: 443, to: 443 },
    { from: 8443, to: 8443 },
    { from: 44_300, to: 44_399 },
  ];
  const message = failures.port;
  await expectRefused(sapAt('public.example', port), { ports, resolveHost, message });
  await expectRefused(assistantAt(`https://public.example:${port}`), { ports, resolveHost, message });
  await expectRefused(assistantAt('http://public.example'), { ports, resolveHost });
  expect(lookups).toBe(0);
});

test('the portal does not call itself, whatever its address', async () => {
  await expectRefused(sapAt('portal.example', canary.port), { allowed: everything });
  await expectRefused(sapAt('PORTAL.example', canary.port), { allowed: everything });
  await expectRefused(sapAt('[::1]', canary.port), { allowed: everything, ownHost: '::1' });
});

describe('a system that may be called at 127.0.0.2', () => {
  let certificate: Certificate;
  let standIn: StandIn;
  beforeAll(async () => {
    certificate = await makeCertificate([`DNS:${standInHost}`]);
    standIn = await startStandIn(certificate, '127.0.0.2');
  });
  afterAll(() => standIn.close());

  const only: AllowedTarget[] = [{ kind: 'network', address: '127.0.0.2', prefix: 32 }];
  const connect = (resolveHost: ResolveHost) =>
    createTestConnection({ ...settings, allowed: only, resolveHost, caCertificates: certificate.cert });

  test('is called there and nowhere else when its name leads elsewhere from the second question on', async () => {
    const neighbour = await startCanary({ host: '127.0.0.1', port: standIn.port });
    let lookups = 0;
    const rebind: ResolveHost = () => Promise.resolve([(lookups += 1) === 1 ? '127.0.0.2' : '127.0.0.1']);
    tried += 1;
    const report = await connect(rebind)(systemTargets['sap']!(standIn.port));
    reachedElsewhere += neighbour.countHits();
    expect(report.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect([standIn.seen.length, lookups, neighbour.countHits()]).toEqual([2, 1, 0]);
    await neighbour.close();
  });

  test.each([301, 302, 303, 307, 308])('can not send the portal on by %i', async (status) => {
    standIn.misbehave(redirect(status, `https://127.0.0.1:${canary.port}/`));
    const testConnection = connect(() => Promise.resolve(['127.0.0.2']));
    for (const target of [watsonTargets['assistant'], systemTargets['sap'], systemTargets['salesforce']]) {
      tried += 1;
      const report = await testConnection(target!(standIn.port));
      expect(report[1]).toEqual({ step: 'reach', outcome: 'failed', message: failures.redirect });
    }
    expect(canary.countHits()).toBe(hitsBefore);
  });
});
