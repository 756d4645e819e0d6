import { describe, expect, test } from 'vitest';
import { failures } from './attempt.ts';
import { known } from './testing/documented-answers.ts';
import { misbehaviours } from './testing/misbehaviours.ts';
import { startStandIn } from './testing/stand-in.ts';
import { systemTargets, watsonTargets } from './testing/targets.ts';
import { findFailure, useStandIn } from './testing/use-stand-in.ts';

const world = useStandIn();

describe('what is no safe connection', () => {
  const target = () => systemTargets['sap']!(world().standIn.port);
  const unsafe = ['tls', failures.tls];

  test('a certificate of an unknown authority', async () => {
    expect(findFailure(await world().build({ caCertificates: undefined })(target()))).toEqual(unsafe);
    expect(world().standIn.seen).toEqual([]);
  });

  test('a certificate for another name, and for another address', async () => {
    expect(findFailure(await world().connect({ ...target(), hostname: 'other.example' }))).toEqual(unsafe);
    const other = await startStandIn(world().certificate, '127.0.0.2');
    const allowed = [{ kind: 'network', address: '127.0.0.0', prefix: 8 }] as const;
    const report = await world().build({ allowed })({ ...target(), hostname: '127.0.0.2', port: other.port });
    expect(findFailure(report)).toEqual(unsafe);
    expect([...world().standIn.seen, ...other.seen]).toEqual([]);
    await other.close();
  });

  test('a port that does not speak TLS', async () => {
    const plain = await startStandIn();
    expect(findFailure(await world().connect({ ...target(), port: plain.port }))).toEqual(unsafe);
    expect(plain.seen).toEqual([]);
    await plain.close();
  });
});

test('a host of the operator may be called without encryption, and the report says so', async () => {
  const plain = await startStandIn();
  const { username, password } = known;
  const url = `http://127.0.0.1:${plain.port}/instances/1`;
  const report = await world().connect({ ...watsonTargets['nlc']!(plain.port), url, username, password });
  expect(report.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'skipped', 'passed', 'passed']);
  await plain.close();
});

test('a name server that never answers ends the test at its deadline', async () => {
  const connectNowhere = world().build({ resolveHost: () => new Promise(() => {}), deadlineMs: 50 });
  const report = await connectNowhere(systemTargets['sap']!(443));
  expect(findFailure(report)).toEqual(['address', failures.address]);
});

test('every unreachable target is reported by one text', async () => {
  const gone = await startStandIn(world().certificate);
  await gone.close();
  const refused = await world().connect(systemTargets['sap']!(gone.port));
  world().standIn.misbehave(misbehaviours.silent);
  const silent = await world().connectBriefly(systemTargets['sap']!(world().standIn.port));
  world().standIn.misbehave(misbehaviours.cutAtOnce);
  expect(await world().connect(systemTargets['sap']!(world().standIn.port))).toEqual(refused);
  expect(silent).toEqual(refused);
});
