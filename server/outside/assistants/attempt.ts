import type { TestStep } from '#features/integrations/contract/health.ts';
import type { ConnectionTarget } from './assistants.ts';
import type { OutboundAnswer, OutboundRequest } from './guarded-request.ts';

/** One try of a connection: its target is vetted, and everything that is sent goes there. */
export interface Attempt {
  readonly target: ConnectionTarget;
  /** With its port, where that is not the usual one; as the request names it. */
  readonly host: string;
  readonly now: () => Date;
  readonly send: (request: OutboundRequest) => Promise<OutboundAnswer>;
  /** To another address, as carefully. @throws CallFailed */
  readonly sendTo: (address: string, request: OutboundRequest) => Promise<OutboundAnswer>;
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
    'The host name could not be resolved to a public address. Check its spelling, or ask your provider to allow a private address.',
  port: 'This port is not allowed. Use another one, or ask your provider to allow it.',
  unencrypted: 'The address must start with https, unless your provider allows it without encryption.',
  reach: 'The address could not be reached.',
  redirect: 'The address redirects to another one. Please enter that address instead.',
  tls: 'The connection is not secure: the certificate has expired, is for another address, or is not from a trusted authority.',
  refused: 'The service rejected these credentials.',
  later: 'The service is busy. Please try again later.',
  ownError: 'The service returned an error. Please try again later.',
  unreadable: 'Unexpected response from this address. Please check the address.',
} as const;

/**
 * Throws StepFailed for a status that every service means alike; `unproven` is the step that an error of the service
 * leaves open.
 */
export function refuseStatus(status: number, unproven: 'signIn' | 'identifier' = 'signIn'): void {
  if (status >= 300 && status < 400) throw new StepFailed('reach', failures.redirect);
  if (status === 401 || status === 403) throw new StepFailed('signIn', failures.refused);
  if (status === 429) throw new StepFailed('signIn', failures.later);
  if (status >= 500) throw new StepFailed(unproven, failures.ownError);
}

export function toBasicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Parses the body as JSON; undefined where it is none, or longer than what is read. */
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
