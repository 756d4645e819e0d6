import { describe, expect, test } from 'vitest';
import type { ConnectionTarget } from './assistants.ts';
import { failures } from './attempt.ts';
import { signAwsRequest } from './sign-aws-request.ts';
import { knownAi, makeServiceAccount } from './testing/documented-ai-answers.ts';
import { misbehaviours, redirect } from './testing/misbehaviours.ts';
import { standInHost } from './testing/targets.ts';
import { expectDiscreet, findFailure, useStandIn } from './testing/use-stand-in.ts';

const world = useStandIn();
const origin = () => `https://${standInHost}:${world().standIn.port}`;
const tokenUri = () => `${origin()}/google/token`;

const { apiKey, deployment, apiVersion, region, location } = knownAi;
type Target = () => ConnectionTarget;
const targets: Readonly<Record<string, Target>> = {
  openai: () => target('OpenAI', '/gateway/v1/'),
  anthropic: () => target('Anthropic', '/anthropic'),
  'azure-openai': () => target('AzureOpenAI', '/azure', { identifiers: { deployment, apiVersion } }),
  bedrock: () =>
    target('Bedrock', '', {
      username: knownAi.accessKeyId,
      password: knownAi.secretAccessKey,
      identifiers: { region },
    }),
  vertex: () => target('Vertex', '', { password: makeServiceAccount(tokenUri()), identifiers: { region: location } }),
  rasa: () => target('Rasa', '/rasa'),
};

function target(
  vendor: ConnectionTarget['vendor'],
  path: string,
  values: Partial<ConnectionTarget> = {},
): ConnectionTarget {
  const service = Object.keys(targets).find((key) => key.replace('-', '') === vendor.toLowerCase()) ?? '';
  return { vendor, service, url: `${origin()}${path}`, password: apiKey, identifiers: {}, ...values };
}

const connect = (name: string, values: Partial<ConnectionTarget> = {}) =>
  world().connect({ ...targets[name]!(), ...values });
const signInText = async (name: string, values: Partial<ConnectionTarget> = {}) =>
  (await connect(name, values)).find(({ step }) => step === 'signIn');

describe.each(Object.keys(targets))('%s', (name) => {
  test('connects with its credentials, which no report repeats', async () => {
    const report = await connect(name);
    expect(findFailure(report)).toBeUndefined();
    expect(report.map(({ step }) => step)).toEqual([
      'address',
      'reach',
      'tls',
      'signIn',
      ...(name === 'azure-openai' ? ['identifier'] : []),
    ]);
    expectDiscreet(report);
    expect(JSON.stringify(report)).not.toContain(apiKey);
  });

  test('fails at the sign-in with others', async () => {
    const other = name === 'vertex' ? makeServiceAccount(tokenUri(), { client_email: 'other@acme.example' }) : 'wrong';
    expect(findFailure(await connect(name, { password: other }))).toEqual(['signIn', failures.refused]);
  });

  test('goes nowhere else, and takes no other answer for its own', async () => {
    const { standIn } = world();
    standIn.misbehave(redirect(302, 'https://elsewhere.example/'));
    const moved = findFailure(await connect(name));
    expect(moved?.[0]).toBe(name === 'vertex' ? 'signIn' : 'reach');
    for (const misbehaviour of [
      misbehaviours.notJson,
      misbehaviours.otherJson,
      misbehaviours.empty,
      misbehaviours.broken,
    ]) {
      standIn.misbehave(misbehaviour);
      const report = await connect(name);
      expect(findFailure(report)?.[0]).toBe('signIn');
      expectDiscreet(report);
    }
  });
});

test('each service reports what is special to it', async () => {
  expect(await signInText('openai', { url: `${origin()}/open/v1` })).toMatchObject({
    outcome: 'passed',
    message: expect.stringContaining('did not ask for a key'),
  });
  const { port } = world().standIn;
  world().standIn.misbehave(misbehaviours.missing);
  expect(findFailure(await connect('openai'))?.[1]).toContain('usually ends in /v1');
  world().standIn.reset();
  expect(findFailure(await connect('azure-openai', { identifiers: { deployment: 'other', apiVersion } }))).toEqual([
    'identifier',
    'No such Deployment was found.',
  ]);
  expect(
    findFailure(await connect('azure-openai', { identifiers: { deployment, apiVersion: '1999-01-01' } }))?.[0],
  ).toBe('signIn');
  expect(await signInText('bedrock', { username: knownAi.limitedKeyId })).toMatchObject({
    outcome: 'passed',
    message: expect.stringContaining('may not list models'),
  });
  expect(findFailure(await connect('vertex', { identifiers: { region: 'us-east1' } }))?.[1]).toContain(
    'No such region',
  );
  expect(port).toBeGreaterThan(0);
});

test('a service account key is read strictly, and its sign-in address is guarded like every other', async () => {
  const noKey = ['signIn', 'This is not the JSON key of a service account.'];
  for (const password of ['{}', '[]', 'null', makeServiceAccount(tokenUri(), { private_key: 'none' })]) {
    expect(findFailure(await connect('vertex', { password }))).toEqual(noKey);
  }
  expect(
    findFailure(
      await connect('vertex', { password: makeServiceAccount(tokenUri(), { project_id: 'forbidden' }) }),
    )?.[1],
  ).toContain('may not use Vertex AI');
  const guarded = world().build({
    resolveHost: (host) => Promise.resolve([host === standInHost ? '127.0.0.1' : '10.0.0.1']),
  });
  for (const address of [
    'https://inside.example/token',
    'file:///etc/passwd',
    'no address',
    'http://169.254.169.254/',
  ]) {
    const report = await guarded({ ...targets['vertex']!(), password: makeServiceAccount(address) });
    expect(findFailure(report)).toEqual(['signIn', 'Google’s sign-in could not be reached. Please try again later.']);
  }
});

test('without an address of their own, Bedrock and Vertex are called in their region', async () => {
  const asked: string[] = [];
  const build = world().build({
    resolveHost: (host) => {
      asked.push(host);
      return Promise.resolve([]);
    },
  });
  await build({ ...targets['bedrock']!(), url: undefined });
  await build({ ...targets['vertex']!(), url: undefined });
  await build({ ...targets['vertex']!(), url: undefined, identifiers: { region: 'global' } });
  expect(asked).toEqual([
    'bedrock.eu-central-1.amazonaws.com',
    'europe-west4-aiplatform.googleapis.com',
    'aiplatform.googleapis.com',
  ]);
});

test('a request is signed as the test suite of AWS Signature Version 4 has it (get-vanilla)', () => {
  const headers = signAwsRequest({
    host: 'example.amazonaws.com',
    path: '/',
    region: 'us-east-1',
    service: 'service',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    now: new Date('2015-08-30T12:36:00Z'),
  });
  expect(headers).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  });
});
