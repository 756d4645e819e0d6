import { listFields } from '#features/integrations/contract/integration-rules.ts';
import { identifierFields } from '#features/integrations/contract/vendor-facts.ts';
import { findService, getVendor } from '#features/integrations/contract/vendors.ts';
import type { ConnectionTarget } from './assistants.ts';
import {
  failures,
  parseAnswer,
  readProperty,
  refuseStatus,
  StepFailed,
  toBasicAuthorization,
  type Attempt,
  type Tester,
} from './attempt.ts';

type Identifiers = Readonly<Record<keyof ConnectionTarget['identifiers'], string>>;

interface WatsonCall {
  /** Below the address of the service instance; identifiers come encoded. */
  readonly path: (ids: Identifiers) => string;
  /** The version that the call is documented for, a date; NLC has none. */
  readonly version?: string;
  /** Which identifier the answer has to name, and where. */
  readonly identifier: keyof Identifiers;
  readonly readIds: (answer: unknown) => unknown[];
}

const readId = (name: string) => (answer: unknown) => [readProperty(answer, name)];

/** The call of each service that answers one thing by its identifier, as IBM's API references have it. */
const calls: Readonly<Record<string, WatsonCall>> = {
  // Assistant v1, "Get information about a workspace".
  assistant: {
    path: ({ workspaceId }) => `/v1/workspaces/${workspaceId}`,
    version: '2021-11-27',
    identifier: 'workspaceId',
    readIds: readId('workspace_id'),
  },
  // Natural Language Classifier v1, "Get information about a classifier".
  nlc: {
    path: ({ classifierId }) => `/v1/classifiers/${classifierId}`,
    identifier: 'classifierId',
    readIds: readId('classifier_id'),
  },
  // Natural Language Understanding v1, "Get classifications model details".
  nlu: {
    path: ({ classifierId }) => `/v1/models/classifications/${classifierId}`,
    version: '2022-04-07',
    identifier: 'classifierId',
    readIds: readId('model_id'),
  },
  // Discovery v1, "Get collection details".
  discovery: {
    path: ({ environmentId, collectionId }) => `/v1/environments/${environmentId}/collections/${collectionId}`,
    version: '2019-04-30',
    identifier: 'collectionId',
    readIds: readId('collection_id'),
  },
  // Knowledge Studio has no call of its own for a model: it deploys models to Natural Language Understanding, whose
  // "List models" names them. The address is that of the NLU instance.
  wks: {
    path: () => '/v1/models',
    version: '2022-04-07',
    identifier: 'modelId',
    readIds: (answer) => {
      const models = readProperty(answer, 'models');
      return Array.isArray(models) ? models.map((model: unknown) => readProperty(model, 'model_id')) : [];
    },
  },
};

/** Signs in to a service of IBM Watson, and looks for the identifier in what it answers. */
export const testWatson: Tester = async (attempt) => {
  const { target, send } = attempt;
  const call = calls[target.service];
  if (!call) throw new Error(`there is no call for the service ${target.service}`);
  const path = toPath(target, call);
  const { authorization, unproven } = await signIn(attempt, path);
  const answer = await send({ path, headers: { authorization }, isBodyRead: true });
  refuseStatus(answer.status, unproven);
  const found = `${listIdentifierLabels(target.service)} was found.`;
  // 400 is answered where an identifier does not even look like one.
  if (answer.status >= 400) throw new StepFailed('identifier', `No ${found}`);
  const body = parseAnswer(answer);
  if (answer.status !== 200 || body === undefined) throw new StepFailed('identifier', failures.unreadable);
  if (!call.readIds(body).includes(target.identifiers[call.identifier])) {
    throw new StepFailed('identifier', `No such ${found}`);
  }
  return { identifier: `The ${found}` };
};

function toPath({ url = '', identifiers }: ConnectionTarget, { path, version }: WatsonCall): string {
  const encoded = identifierFields.map((name) => [name, encodeURIComponent(identifiers[name] ?? '')]);
  const base = new URL(url).pathname.replace(/\/+$/, '');
  const query = version === undefined ? '' : `?version=${version}`;
  return `${base}${path(Object.fromEntries(encoded) as Identifiers)}${query}`;
}

/** Keys come with the username `apikey`, or with none; every other username is one of the older basic sign-in. */
async function signIn({ target, send, fetchIamToken }: Attempt, path: string) {
  const { username, password } = target;
  if (username && username !== 'apikey') {
    return { authorization: toBasicAuthorization(username, password), unproven: 'signIn' } as const;
  }
  // Reached first, without credentials, so that what fails is reported in its order.
  const { status } = await send({ path, isBodyRead: false });
  if (status >= 300 && status < 400) refuseStatus(status);
  return { authorization: `Bearer ${await fetchIamToken(password)}`, unproven: 'identifier' } as const;
}

function listIdentifierLabels(key: string): string {
  const service = findService(getVendor('IBM'), key);
  const names = new Set<string>(identifierFields);
  const fields = service ? listFields(service).filter(({ name }) => names.has(name)) : [];
  return fields.map(({ label }) => label).join(' in this ');
}
