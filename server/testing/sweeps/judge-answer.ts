import { isDeepStrictEqual } from 'node:util';
import { isProblemCode, ProblemBody, problems, type ProblemCode } from '#contract/problems.ts';
import type { SweptEndpoint } from './endpoints.ts';
import type { RawAnswer } from './raw-call.ts';

const requiredHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  vary: 'Authorization, Cookie, X-Company',
};

/** The faults of any answer: server faults, missing headers, undeclared bodies and problem codes. */
export function findAnswerFaults(answer: RawAnswer, endpoint: SweptEndpoint | undefined, method: string): string[] {
  if (answer.status === 0) return [`no answer: ${answer.text}`];
  const faults = Object.entries(requiredHeaders)
    .filter(([name, value]) => answer.headers[name] !== value)
    .map(([name]) => `header ${name} is ${String(answer.headers[name])}`);
  if (!answer.headers['content-security-policy']?.includes("frame-ancestors 'none'")) faults.push('may be framed');
  if (answer.status >= 500) faults.push(`server fault ${answer.status}`);
  if (!/^[0-9a-f-]{36}$/.test(String(answer.headers['x-request-id']))) faults.push('no request id');
  if (method === 'HEAD') return faults;
  return [
    ...faults,
    ...(answer.status >= 400 ? findProblemFaults(answer, endpoint) : findOutputFaults(answer, endpoint)),
  ];
}

/** Problems of addresses and methods without an endpoint. */
const unroutedProblems: readonly ProblemCode[] = [
  'request.not-found',
  'request.method-not-allowed',
  'intake.otlp-address',
  'intake.address',
];
/** Problems whose text goes on with a reason, for those who connect an assistant or an identity provider, or read a file of their bank. */
const explainedProblems: readonly ProblemCode[] = [
  'intake.key-required',
  'session.required',
  'request.malformed',
  'single-sign-on.not-metadata',
  'payments.unreadable',
];

const strictProblemBody = ProblemBody.strict();

function findProblemFaults(answer: RawAnswer, endpoint: SweptEndpoint | undefined): string[] {
  const parsed = strictProblemBody.safeParse(readJson(answer));
  if (!parsed.success) return ['the body is no problem body'];
  const { code, message, requestId } = parsed.data;
  if (!isProblemCode(code)) return [`unknown code ${code}`];
  const faults: string[] = [];
  if (problems[code].status !== answer.status) faults.push(`${code} answered as ${answer.status}`);
  const declared = endpoint && [...endpoint.problems, ...unroutedProblems];
  if (declared?.includes(code) === false) faults.push(`undeclared code ${code}`);
  const isOpen = explainedProblems.includes(code) || (endpoint === undefined && code === 'record.not-found');
  const isExplained = isOpen && message.startsWith(`${problems[code].message} Reason: `);
  if (toMessage(code, endpoint) !== message && !isExplained) faults.push(`${code} says ${message}`);
  if (requestId !== answer.headers['x-request-id']) faults.push('the request ids differ');
  return faults;
}

/** Message of a problem: a missing record has the same one for unknown ids, malformed ones and those of another company. */
function toMessage(code: ProblemCode, endpoint: SweptEndpoint | undefined): string {
  const { message } = problems[code];
  const missing = code === 'record.not-found' ? endpoint?.meta.missing : undefined;
  return missing === undefined ? message : `${message} Reason: ${missing}`;
}

/** Parsing drops undeclared fields, so the parsed body must equal the body. Bytes are not parsed. */
function findOutputFaults(answer: RawAnswer, endpoint: SweptEndpoint | undefined): string[] {
  if (!endpoint || answer.status === 204 || endpoint.output?.safeParse(new Blob([])).success) return [];
  const body = answer.status === 303 ? { address: answer.headers['location'] } : readJson(answer);
  const parsed = endpoint.output?.safeParse(body);
  if (!parsed?.success) return ['the answer is not what the contract declares'];
  return isDeepStrictEqual(parsed.data, body) ? [] : ['the answer holds undeclared fields'];
}

export function readJson({ headers, text }: RawAnswer): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A problem without its request id, to compare problems of two calls. */
export function withoutRequestId(answer: RawAnswer): unknown {
  const body = readJson(answer);
  return typeof body === 'object' && body !== null ? { ...body, requestId: '' } : body;
}
