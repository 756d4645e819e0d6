import { failures, parseAnswer, readProperty, refuseStatus, StepFailed, type Tester } from './attempt.ts';
import { signAwsRequest } from './sign-aws-request.ts';

const path = '/foundation-models';
const limited = 'Credentials accepted. They may not list models, so the models were not checked.';

/**
 * Lists the foundation models of the region. AWS answers 403 both for a wrong key and for one that may do other things
 * than list; only the latter is named "not authorized to perform".
 */
export const testBedrock: Tester = async ({ target, host, now, send }) => {
  const headers = signAwsRequest({
    host,
    path,
    region: target.identifiers.region ?? '',
    service: 'bedrock',
    accessKeyId: target.username ?? '',
    secretAccessKey: target.password,
    now: now(),
  });
  const answer = await send({ path, headers, isBodyRead: true });
  const body = parseAnswer(answer);
  const message = readProperty(body, 'message') ?? readProperty(body, 'Message');
  if (answer.status === 403 && typeof message === 'string' && message.includes('not authorized to perform')) {
    return { signIn: limited };
  }
  refuseStatus(answer.status);
  if (answer.status !== 200 || !Array.isArray(readProperty(body, 'modelSummaries'))) {
    throw new StepFailed('signIn', failures.unreadable);
  }
  return {};
};
