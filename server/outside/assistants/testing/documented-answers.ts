import type { IncomingMessage } from 'node:http';

/** Credentials and identifiers that a stand-in accepts, one of each kind. */
export const known = {
  apiKey: 'right-api-key-4711',
  token: 'eyJraWQiOiJzdGFuZC1pbiJ9.e30.c2lnbmF0dXJl',
  username: 'STEWARD',
  password: 'Right: pässword 1',
  client: '100',
  workspaceId: '9978a49e-ea89-4493-b33d-82298d3db20d',
  classifierId: '10D41B-nlc-1',
  environmentId: 'ecbda78e-fb06-40b1-a43f-a039fac0adc6',
  collectionId: 'f1360220-ea2d-4271-9d62-89a910b13c37',
  modelId: '20f2d7c5-6a2f-4b52-8d9c-0f3b8a1e7d54',
} as const;

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** `POST /identity/token` of the IAM Identity Services API. */
export function answerIam(request: IncomingMessage, body: string): Answer {
  const form = new URLSearchParams(body);
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  if (!isForm || form.get('grant_type') !== 'urn:ibm:params:oauth:grant-type:apikey') {
    return json(400, { errorCode: 'BXNIM0102E', errorMessage: 'Unable to identify grant type.' });
  }
  if (form.get('apikey') !== known.apiKey) {
    return json(400, { errorCode: 'BXNIM0415E', errorMessage: 'Provided API key could not be found.' });
  }
  return json(200, { access_token: known.token, token_type: 'Bearer', expires_in: 3600, expiration: 1_795_000_000 });
}

/** Resources for signed-in callers, by the paths of IBM's API references. */
const things: ReadonlyArray<readonly [path: string, needsVersion: boolean, body: unknown]> = [
  [`/v1/workspaces/${known.workspaceId}`, true, { name: 'Stew', language: 'en', workspace_id: known.workspaceId }],
  [
    `/v1/classifiers/${known.classifierId}`,
    false,
    { classifier_id: known.classifierId, status: 'Available', language: 'en' },
  ],
  [
    `/v1/models/classifications/${known.classifierId}`,
    true,
    { model_id: known.classifierId, status: 'available', language: 'en', created: '2026-01-01T00:00:00Z' },
  ],
  [
    `/v1/environments/${known.environmentId}/collections/${known.collectionId}`,
    true,
    { collection_id: known.collectionId, status: 'active', configuration_id: 'c', language: 'en' },
  ],
  [
    '/v1/models',
    true,
    {
      models: [
        { model_id: 'another', status: 'available' },
        { model_id: known.modelId, status: 'available' },
      ],
    },
  ],
];

/** The services of Watson, below `/instances/1`. */
export function answerWatson(request: IncomingMessage, url: URL): Answer {
  const { authorization } = request.headers;
  const isSignedIn = authorization === `Bearer ${known.token}` || authorization === basic(known.username);
  if (!isSignedIn) return json(401, { code: 401, error: 'Unauthorized' });
  const thing = things.find(([path]) => url.pathname === `/instances/1${path}`);
  if (!thing) return json(404, { code: 404, error: 'Resource not found' });
  const [, needsVersion, body] = thing;
  if (needsVersion && !/^\d{4}-\d\d-\d\d$/.test(url.searchParams.get('version') ?? '')) {
    return json(400, { code: 400, error: 'The version parameter is required.' });
  }
  return json(200, body);
}

/** `/sap/bc/ping` of a SAP system whose default client is 001. */
export function answerSapPing(request: IncomingMessage, url: URL): Answer {
  const isClient = url.searchParams.get('sap-client') === known.client;
  if (request.headers.authorization !== basic(known.username) || !isClient) return unauthorized('SAP NetWeaver');
  return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Server reached.</body></html>' };
}

/** Any system behind basic authentication. */
export function answerSystem(request: IncomingMessage): Answer {
  if (request.headers.authorization !== basic(known.username)) return unauthorized('system');
  return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' };
}

const basic = (username: string) => `Basic ${Buffer.from(`${username}:${known.password}`).toString('base64')}`;

const unauthorized = (realm: string): Answer => ({
  status: 401,
  headers: { 'www-authenticate': `Basic realm="${realm}"`, 'content-type': 'text/html' },
  body: '<html><body>Anmeldung fehlgeschlagen</body></html>',
});
