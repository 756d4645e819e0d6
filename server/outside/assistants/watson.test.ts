import { describe, expect, test } from 'vitest';
import type { TestStep } from '#features/integrations/contract/health.ts';
import { failures } from './attempt.ts';
import { known } from './testing/documented-answers.ts';
import { misbehaviours, redirect } from './testing/misbehaviours.ts';
import { startStandIn } from './testing/stand-in.ts';
import { standInHost, watsonTargets } from './testing/targets.ts';
import { expectDiscreet, findFailure, muchBytes, useStandIn } from './testing/use-stand-in.ts';

const world = useStandIn();

const { workspaceId, classifierId, environmentId, collectionId } = known;
const documentedPaths: Readonly<Record<string, string>> = {
  assistant: `/v1/workspaces/${workspaceId}?version=2021-11-27`,
  nlc: `/v1/classifiers/${classifierId}`,
  nlu: `/v1/models/classifications/${classifierId}?version=2022-04-07`,
  discovery: `/v1/environments/${environmentId}/collections/${collectionId}?version=2019-04-30`,
  wks: '/v1/models?version=2022-04-07',
};

describe.each(Object.entries(watsonTargets))('Watson: %s', (service, at) => {
  test('connects by an API key: the token goes to the service, and the key only to IAM', async () => {
    const report = await world().connect(at(world().standIn.port));
    expect(report.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['address', 'passed'],
      ['reach', 'passed'],
      ['tls', 'passed'],
      ['signIn', 'passed'],
      ['identifier', 'passed'],
    ]);
    expect(world().standIn.seen.map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ['GET', undefined],
      ['POST', undefined],
      ['GET', `Bearer ${known.token}`],
    ]);
    expect(JSON.stringify(world().standIn.seen)).not.toContain(known.apiKey);
    expect(world().standIn.seen[2]?.headers).toMatchObject({
      host: `${standInHost}:${world().standIn.port}`,
      'accept-encoding': 'identity',
      connection: 'close',
    });
    expectDiscreet(report);
  });

  test('connects by a username and a password in one call', async () => {
    const { username, password } = known;
    const report = await world().connect({ ...at(world().standIn.port), username, password });
    expect(findFailure(report)).toBeUndefined();
    expect(world().standIn.seen.length).toBe(1);
    expect(findFailure(await world().connect({ ...at(world().standIn.port), username, password: 'wrong' }))).toEqual([
      'signIn',
      failures.refused,
    ]);
  });

  test('takes a key without a username for a key', async () => {
    expect(findFailure(await world().connect({ ...at(world().standIn.port), username: undefined }))).toBeUndefined();
  });

  test('a key that IAM does not know fails at the sign-in, and the service is not asked again', async () => {
    const report = await world().connect({ ...at(world().standIn.port), password: 'wrong-key' });
    expect(findFailure(report)).toEqual(['signIn', failures.refused]);
    expect(world().standIn.seen.length).toBe(2);
    expect(report.at(-1)).toEqual({ step: 'identifier', outcome: 'skipped', message: 'Skipped' });
  });

  test('every identifier has to be the right one', async () => {
    const target = at(world().standIn.port);
    for (const name of Object.keys(target.identifiers)) {
      for (const wrong of ['00000000-0000-0000-0000-000000000000', '..', '../models', '?', '%2e%2e', 'a/b', '']) {
        const report = await world().connect({ ...target, identifiers: { ...target.identifiers, [name]: wrong } });
        expect([name, wrong, findFailure(report)?.[0]]).toEqual([name, wrong, 'identifier']);
      }
    }
  });

  test('an answer that names another thing than was asked for is no find', async () => {
    const other = {
      workspace_id: 'x',
      classifier_id: 'x',
      model_id: 'x',
      collection_id: 'x',
      models: [{ model_id: 'x' }],
    };
    world().standIn.misbehave((response) => response.end(JSON.stringify(other)));
    expect(findFailure(await world().connect(at(world().standIn.port)))?.[0]).toBe('identifier');
  });

  const unreadable: [TestStep, string] = ['identifier', failures.unreadable];
  const unreached: [TestStep, string] = ['reach', failures.reach];
  test.each([
    ['unauthorized', ['signIn', failures.refused]],
    ['forbidden', ['signIn', failures.refused]],
    ['missing', ['identifier', expect.stringMatching(/^No .* was found\.$/)]],
    ['tooMany', ['signIn', failures.later]],
    ['broken', ['identifier', failures.ownError]],
    ['notJson', unreadable],
    ['deep', unreadable],
    ['otherJson', ['identifier', expect.stringMatching(/^No such .* was found\.$/)]],
    ['empty', unreadable],
    ['bomb', unreadable],
    ['endless', unreadable],
    ['manyHeaders', unreached],
    ['cut', unreached],
    ['cutAtOnce', unreached],
    ['otherProtocol', unreached],
    ['noHttp', unreached],
  ] as const)('a service that is %s is reported at its step', async (name, expected) => {
    const before = world().standIn.countBytes();
    world().standIn.misbehave(misbehaviours[name]);
    const report = await world().connect(at(world().standIn.port));
    expect(findFailure(report)).toEqual(expected);
    expectDiscreet(report);
    expect(world().standIn.countBytes() - before).toBeLessThan(muchBytes);
  });

  test.each(['silent', 'slowBody'] as const)('a service that is %s is given up at the deadline', async (name) => {
    world().standIn.misbehave(misbehaviours[name]);
    const { username, password } = known;
    const report = await world().connectBriefly({ ...at(world().standIn.port), username, password });
    expect(findFailure(report)).toEqual(unreached);
  });

  test('an error before the basic sign-in is proven leaves the sign-in open', async () => {
    world().standIn.misbehave(misbehaviours.broken);
    const { username, password } = known;
    const report = await world().connect({ ...at(world().standIn.port), username, password });
    expect(findFailure(report)).toEqual(['signIn', failures.ownError]);
  });

  test('is called at its documented address, below the one that was typed', async () => {
    await world().connect({ ...at(world().standIn.port), url: `${at(world().standIn.port).url}/?a=b#c` });
    expect(world().standIn.seen.at(-1)?.path).toBe(`/instances/1${documentedPaths[service]}`);
  });
});

describe('IAM', () => {
  const unreached = 'IBM Cloud sign-in could not be reached. Please try again later.';
  test.each([
    ['unauthorized', failures.refused],
    ['forbidden', failures.refused],
    ['tooMany', failures.later],
    ['broken', unreached],
    ['notJson', unreached],
    ['otherJson', unreached],
    ['empty', unreached],
    ['bomb', unreached],
    ['endless', unreached],
    ['cut', unreached],
  ] as const)('that is %s fails the sign-in', async (name, message) => {
    world().standIn.misbehave(undefined, misbehaviours[name]);
    const report = await world().connect(watsonTargets['assistant']!(world().standIn.port));
    expect(findFailure(report)).toEqual(['signIn', message]);
    expectDiscreet(report);
  });

  test('that never answers, sends elsewhere or gives no sound token fails the sign-in too', async () => {
    const target = watsonTargets['assistant']!(world().standIn.port);
    world().standIn.misbehave(undefined, misbehaviours.silent);
    expect(findFailure(await world().build({ deadlineMs: 5000 })(target))).toEqual(['signIn', unreached]);
    world().standIn.misbehave(undefined, redirect(307, `https://127.0.0.1:${world().standIn.port}/identity/token`));
    expect(findFailure(await world().connect(target))).toEqual(['signIn', unreached]);
    world().standIn.misbehave(undefined, (response) =>
      response.end(JSON.stringify({ access_token: 'a\r\nx-evil: 1' })),
    );
    expect(findFailure(await world().connect(target))).toEqual(['signIn', unreached]);
  });

  test('may be called at its address, also where other targets are forbidden', async () => {
    const service = await startStandIn(world().certificate, '127.0.0.2');
    const connectThere = world().build({
      allowed: [{ kind: 'network', address: '127.0.0.2', prefix: 32 }],
      resolveHost: () => Promise.resolve(['127.0.0.2']),
    });
    const report = await connectThere(watsonTargets['assistant']!(service.port));
    expect(findFailure(report)).toBeUndefined();
    await service.close();
  });
});
