import type { TestStep } from '#contract/integrations/integrations.ts';
import type { ConnectionTarget } from './assistants.ts';
import type { OutboundAnswer, OutboundRequest } from './guarded-request.ts';

/** One try of a connection: its target is vetted, and everything that is sent goes there. */
export interface Attempt {
  readonly target: ConnectionTarget;
  readonly send: (request: OutboundRequest) => Promise<OutboundAnswer>;
  /** @throws StepFailed at `signIn` */
  readonly fetchIamToken: (apiKey: string) => Promise<string>;
}

/**
 * Goes as far as the service has steps. Answers what is to be said of a step that passed, where that is not the usual.
 * @throws StepFailed at the step that failed, CallFailed for what was not reached
 */
export type Tester = (attempt: Attempt) => Promise<Partial<Record<TestStep, string>>>;

/** The message is for people: no word of the other side, no secret. */
export class StepFailed extends Error {
  override name = 'StepFailed';
  readonly step: TestStep;
  constructor(step: TestStep, message: string) {
    super(message);
    this.step = step;
  }
}

export const failures = {
  address:
    'The address was not found, or may not be called: the portal calls https addresses of the internet, on the ports that its operator allows.',
  reach: 'The address could not be reached.',
  redirect: 'The address answers with a redirect, which is not followed. Please enter the address that it leads to.',
  tls: 'There is no safe connection: the certificate has expired, is not for this address, or comes from nobody who is trusted.',
  refused: 'The service refused these credentials.',
  later: 'The service asks to try again later.',
  ownError: 'The service answers with an error of its own. Please try again later.',
  unreadable: 'The answer is not one of this service. Please check the address.',
} as const;

/** What every service means by its status; `unproven` is the step that an error of the service leaves open. */
export function refuseStatus(status: number, unproven: 'signIn' | 'identifier' = 'signIn'): void {
  if (status >= 300 && status < 400) throw new StepFailed('reach', failures.redirect);
  if (status === 401 || status === 403) throw new StepFailed('signIn', failures.refused);
  if (status === 429) throw new StepFailed('signIn', failures.later);
  if (status >= 500) throw new StepFailed(unproven, failures.ownError);
}

export function toBasicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** What came as JSON; undefined where it is none, or longer than what is read. */
export function parseAnswer({ body, isCut }: OutboundAnswer): unknown {
  if (isCut) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A property of something that should be an object; undefined where it is none or has none. */
export function readProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
