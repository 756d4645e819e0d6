import * as z from 'zod';
import { defineEndpoints, type EndpointOptions } from '#contract/endpoint.ts';
import { SessionStep } from './session-forms.ts';

export const endpoint = defineEndpoints('Session');

/** Problems of a company's user pool that any step there can have. */
export const poolFaults = [
  'session.issuer-unreachable',
  'session.sign-on-unsound',
  'single-sign-on.secret-lost',
] as const;

type StepOptions = Omit<EndpointOptions, 'method'>;

export const step = (options: StepOptions) => endpoint({ ...options, method: 'POST' }).output(SessionStep);

/** A step that takes a form. */
export const formStep = <Form extends z.ZodType>(form: Form, options: StepOptions) =>
  step(options).input(z.object({ body: form }));
