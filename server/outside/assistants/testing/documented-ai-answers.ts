import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose';
import { signAwsRequest } from '../sign-aws-request.ts';
import { known, type Answer } from './documented-answers.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Credentials and identifiers that the stand-ins of AI services accept. */
export const knownAi = {
  apiKey: 'sk-right-4711',
  deployment: 'gpt-in-production',
  apiVersion: '2024-10-21',
  accessKeyId: 'AKIDRIGHT',
  limitedKeyId: 'AKIDLIMITED',
  secretAccessKey: 'right-secret-access-key',
  region: 'eu-central-1',
  location: 'europe-west4',
  clientEmail: 'stew@acme.iam.gserviceaccount.com',
  now: new Date('2026-11-02T08:00:00Z'),
} as const;

export const makeServiceAccount = (tokenUri: string, values: object = {}) =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'acme-assistant',
    private_key_id: 'key-1',
    private_key: keys.privateKey,
    client_email: knownAi.clientEmail,
    token_uri: tokenUri,
    ...values,
  });

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const wrong = (status = 401) => json(status, { error: { message: 'words of the other side' } });
const models = json(200, { object: 'list', data: [{ id: 'model-1', object: 'model' }] });

/** The service whose documented path is asked; undefined for any other path. */
export async function answerAiService(request: IncomingMessage, url: URL, body: string): Promise<Answer | undefined> {
  const { pathname } = url;
  if (pathname === '/gateway/v1/models') {
    return request.headers.authorization === `Bearer ${knownAi.apiKey}` ? models : wrong();
  }
  if (pathname === '/open/v1/models') return models;
  if (pathname === '/anthropic/v1/models') {
    const isRight =
      request.headers['x-api-key'] === knownAi.apiKey && request.headers['anthropic-version'] === '2023-06-01';
    return isRight ? models : wrong();
  }
  if (pathname.startsWith('/azure/openai/')) return answerAzure(request, url, body);
  if (pathname === '/foundation-models') return answerBedrock(request);
  if (pathname === '/google/token') return answerGoogleToken(request, body);
  if (pathname.startsWith('/v1/projects/')) return answerVertex(request, pathname);
  if (pathname === '/rasa/status') {
    const isRight = url.searchParams.get('token') === knownAi.apiKey;
    return isRight ? json(200, { model_file: '20261102.tar.gz', num_active_training_jobs: 0 }) : wrong();
  }
  return undefined;
}

function answerAzure(request: IncomingMessage, { pathname, searchParams }: URL, body: string): Answer {
  if (request.headers['api-key'] !== knownAi.apiKey) return wrong();
  if (searchParams.get('api-version') !== knownAi.apiVersion) return wrong(404);
  if (pathname === '/azure/openai/models') return models;
  if (pathname !== `/azure/openai/deployments/${knownAi.deployment}/chat/completions`) return wrong(404);
  const isChat = request.method === 'POST' && request.headers['content-type'] === 'application/json';
  return isChat && body === '{"messages":[]}' ? wrong(400) : wrong(500);
}

/** Checks the signature as AWS does, by signing again. */
function answerBedrock(request: IncomingMessage): Answer {
  const { host = '', authorization = '' } = request.headers;
  const accessKeyId = /Credential=(\w+)\//.exec(authorization)?.[1] ?? '';
  const { region, secretAccessKey, now } = knownAi;
  const path = '/foundation-models';
  const expected = signAwsRequest({ host, path, region, service: 'bedrock', accessKeyId, secretAccessKey, now });
  const isKnown = [knownAi.accessKeyId, knownAi.limitedKeyId].includes(accessKeyId as 'AKIDRIGHT');
  if (!isKnown || authorization !== expected['authorization']) {
    return json(403, { message: 'The security token included in the request is invalid.' });
  }
  if (accessKeyId === knownAi.limitedKeyId) {
    return json(403, {
      message: 'User: arn:aws:iam::1:user/stew is not authorized to perform: bedrock:ListFoundationModels',
    });
  }
  return json(200, { modelSummaries: [] });
}

async function answerGoogleToken(request: IncomingMessage, body: string): Promise<Answer> {
  const form = new URLSearchParams(body);
  const assertion = form.get('assertion') ?? '';
  const audience = `https://${request.headers.host}/google/token`;
  try {
    const key = await importSPKI(keys.publicKey, 'RS256');
    await jwtVerify(assertion, key, { audience, issuer: knownAi.clientEmail, currentDate: knownAi.now });
    const isScoped = decodeJwt(assertion)['scope'] === 'https://www.googleapis.com/auth/cloud-platform';
    if (!isScoped || decodeProtectedHeader(assertion).kid !== 'key-1') return wrong(400);
  } catch {
    return json(400, { error: 'invalid_grant' });
  }
  return json(200, { access_token: known.token, expires_in: 3599, token_type: 'Bearer' });
}

function answerVertex(request: IncomingMessage, pathname: string): Answer {
  if (request.headers.authorization !== `Bearer ${known.token}`) return wrong();
  if (pathname.startsWith('/v1/projects/forbidden/')) return wrong(403);
  if (pathname !== `/v1/projects/acme-assistant/locations/${knownAi.location}`) return wrong(404);
  return json(200, { name: pathname.slice(4), locationId: knownAi.location });
}
