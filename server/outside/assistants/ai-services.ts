import type { ConnectionTarget } from './assistants.ts';
import { failures, parseAnswer, readProperty, refuseStatus, StepFailed, type Attempt, type Tester } from './attempt.ts';
import type { OutboundAnswer } from './guarded-request.ts';

/* Each makes the cheapest documented call that needs the credentials, and none that a vendor charges for. */

/** The path of a typed address, without a slash at its end. */
const toBase = ({ url = '' }: ConnectionTarget) => new URL(url).pathname.replace(/\/+$/, '');

/**
 * Calls a path without and then with the credentials, because only a service that refuses strangers has said something of
 * them, and a redirect must not see them.
 */
async function callTwice({ send }: Attempt, path: string, headers: Readonly<Record<string, string>>) {
  const asStranger = await send({ path, isBodyRead: false });
  if (asStranger.status >= 300 && asStranger.status < 400) refuseStatus(asStranger.status);
  const answer = await send({ path, headers, isBodyRead: true });
  return { answer, isAsked: asStranger.status === 401 || asStranger.status === 403 };
}

const unasked = 'The service did not ask for a key, so the key could not be checked.';

function readList(answer: OutboundAnswer, name: string): void {
  refuseStatus(answer.status);
  const body = parseAnswer(answer);
  if (answer.status !== 200 || !Array.isArray(readProperty(body, name))) {
    throw new StepFailed('signIn', failures.unreadable);
  }
}

const noOpenAi = 'No OpenAI-compatible API at this address. The base URL usually ends in /v1.';

/** `GET /models` of the OpenAI API, which compatible services have too. */
export const testOpenAi: Tester = async (attempt) => {
  const { password } = attempt.target;
  const path = `${toBase(attempt.target)}/models`;
  const { answer, isAsked } = await callTwice(attempt, path, { authorization: `Bearer ${password}` });
  if (answer.status === 404) throw new StepFailed('signIn', noOpenAi);
  readList(answer, 'data');
  return isAsked ? {} : { signIn: unasked };
};

/** `GET /v1/models` of the Anthropic API. */
export const testAnthropic: Tester = async (attempt) => {
  const path = `${toBase(attempt.target)}/v1/models?limit=1`;
  const { answer, isAsked } = await callTwice(attempt, path, {
    'x-api-key': attempt.target.password,
    'anthropic-version': '2023-06-01',
  });
  readList(answer, 'data');
  return isAsked ? {} : { signIn: unasked };
};

const noAzure = 'No Azure OpenAI resource at this address, or the API version is not supported.';

/**
 * Lists the models of the resource, then sends the deployment a chat without messages: what exists rejects the chat by 400
 * and charges nothing, what does not is 404.
 */
export const testAzureOpenAi: Tester = async (attempt) => {
  const { target, send } = attempt;
  const { deployment = '', apiVersion = '' } = target.identifiers;
  const query = `api-version=${encodeURIComponent(apiVersion)}`;
  const headers = { 'api-key': target.password };
  const base = toBase(target);
  const { answer } = await callTwice(attempt, `${base}/openai/models?${query}`, headers);
  if (answer.status === 404 || answer.status === 400) throw new StepFailed('signIn', noAzure);
  readList(answer, 'data');
  const path = `${base}/openai/deployments/${encodeURIComponent(deployment)}/chat/completions?${query}`;
  const { status } = await send({ path, headers, json: '{"messages":[]}', isBodyRead: false });
  refuseStatus(status, 'identifier');
  if (status === 404) throw new StepFailed('identifier', 'No such Deployment was found.');
  return { identifier: 'The Deployment was found.' };
};

const noModel = 'The Rasa server is running, but no model is loaded.';

/** `GET /status` of the Rasa HTTP API, which takes its token in the query. */
export const testRasa: Tester = async (attempt) => {
  const { target, send } = attempt;
  const path = `${toBase(target)}/status`;
  const asStranger = await send({ path, isBodyRead: false });
  if (asStranger.status >= 300 && asStranger.status < 400) refuseStatus(asStranger.status);
  const answer = await send({ path: `${path}?token=${encodeURIComponent(target.password)}`, isBodyRead: true });
  if (answer.status === 409) throw new StepFailed('signIn', noModel);
  refuseStatus(answer.status);
  const body = parseAnswer(answer);
  const isRasa = ['model_file', 'model_id', 'fingerprint'].some((name) => readProperty(body, name) !== undefined);
  if (answer.status !== 200 || !isRasa) throw new StepFailed('signIn', failures.unreadable);
  return asStranger.status === 401 || asStranger.status === 403 ? {} : { signIn: unasked };
};
