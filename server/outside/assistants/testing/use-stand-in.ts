import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { StepOutcome, TestConnection } from '../assistants.ts';
import { createTestConnection, type ConnectionTestOptions } from '../test-connection.ts';
import { makeCertificate, type Certificate } from './certificates.ts';
import { known } from './documented-answers.ts';
import { startStandIn, type StandIn } from './stand-in.ts';
import { standInHost } from './targets.ts';

export interface StandInWorld {
  readonly standIn: StandIn;
  readonly certificate: Certificate;
  /** Tests of connections to which every name leads to the stand-in, which is IAM as well. */
  readonly build: (options?: Partial<ConnectionTestOptions>) => TestConnection;
  readonly connect: TestConnection;
  /** For those who would hold it up until the real deadline. */
  readonly connectBriefly: TestConnection;
}

/** One stand-in for a test file, which behaves again before every test. */
export function useStandIn(): () => StandInWorld {
  let world: StandInWorld | undefined;
  beforeAll(async () => {
    const certificate = await makeCertificate([`DNS:${standInHost}`, 'IP:127.0.0.1']);
    const standIn = await startStandIn(certificate);
    const build = (options: Partial<ConnectionTestOptions> = {}) =>
      createTestConnection({
        ports: [{ from: 1, to: 65_535 }],
        allowed: [{ kind: 'network', address: '127.0.0.1', prefix: 32 }],
        ownHost: 'portal.example',
        iamUrl: `https://127.0.0.1:${standIn.port}`,
        resolveHost: () => Promise.resolve(['127.0.0.1']),
        caCertificates: certificate.cert,
        now: () => new Date('2026-11-02T08:00:00Z'),
        ...options,
      });
    world = { standIn, certificate, build, connect: build(), connectBriefly: build({ deadlineMs: 1000 }) };
  });
  afterAll(() => world?.standIn.close());
  afterEach(() => world?.standIn.reset());
  return () => {
    if (!world) throw new Error('The stand-in is not started yet.');
    return world;
  };
}

/** Step and message of what failed. */
export const findFailure = (report: readonly StepOutcome[]) => {
  const failed = report.find(({ outcome }) => outcome === 'failed');
  return failed && [failed.step, failed.message];
};

const wordsOfTheOtherSide = /words of the other side|Anmeldung|Server reached|BXNIM|Resource not found/;

/** No report may hold a secret, or what the other side said. */
export function expectDiscreet(report: readonly StepOutcome[]): void {
  const text = JSON.stringify(report);
  for (const secret of [known.apiKey, known.password, known.token]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(wordsOfTheOtherSide);
}

/** More than sockets and the body that is read can hold, and less than an endless answer sends. */
export const muchBytes = 30_000_000;
