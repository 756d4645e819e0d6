import { companyHeader } from '#contract/constants.ts';
import { getBaseUrl, type ContractRoute } from './api-address.ts';
import { findChosenCompany } from './chosen-company.ts';

/** The input of every endpoint: what of the request each part becomes. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** JSON, or a `Blob` whose bytes are the body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The request of one call, but for its identity token. */
export function buildRequest(route: ContractRoute, input: CallInput = {}, signal?: AbortSignal): Request {
  const headers = buildHeaders(route, input);
  return new Request(buildUrl(route, input), { method: route.method, headers, body: toBody(input.body), signal });
}

function buildUrl({ path, target }: ContractRoute, { params = {}, query = {} }: CallInput): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = new URL(`${getBaseUrl(target).href}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value))
      value.forEach((item, index) => url.searchParams.append(`${name}[${index}]`, String(item)));
    else if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}

function buildHeaders(route: ContractRoute, { body, headers: given = {} }: CallInput): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
  // The type of a Blob is set by the browser.
  if (body !== undefined && !(body instanceof Blob)) headers.set('content-type', 'application/json');
  const companyId = route.isOpen ? undefined : findChosenCompany();
  if (companyId !== undefined) headers.set(companyHeader, companyId);
  return headers;
}

function toBody(body: unknown): Blob | string | undefined {
  return body instanceof Blob ? body : JSON.stringify(body);
}
