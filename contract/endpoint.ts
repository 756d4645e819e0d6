import { oc } from '@orpc/contract';
import type { AnyContractProcedure } from '@orpc/contract';
import type { Capability } from './capabilities.ts';

/**
 * Who may call an endpoint. `public`: anybody. `session`: whoever holds the session cookie, in any step of signing
 * in. `signed-in`: everybody with a valid identity token. `intake`: an assistant with an intake key, and no person.
 * Otherwise a capability of the table.
 */
export type Access = 'public' | 'session' | 'signed-in' | 'intake' | Capability;

export interface EndpointMeta {
  readonly access: Access;
  /** Which of the two API targets of specification section 7 the web client calls. */
  readonly target: 'main' | 'dev';
  /** Bytes a request body may have, where it is not the general limit of 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** The body is a picture or another file, not JSON. */
  readonly takesFile?: true;
  /** The body may come compressed with gzip; `bodyLimitBytes` counts it decompressed. */
  readonly acceptsGzip?: true;
}

export interface EndpointOptions extends EndpointMeta {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly successStatus?: 200 | 201 | 204;
}

const base = oc.$meta<EndpointMeta>({ access: 'signed-in', target: 'main' });

/**
 * The only way to declare an endpoint; leaving out `access` does not compile. Inputs are always
 * `{params?, query?, body?, headers?}`, so that a body can not overwrite a path parameter unnoticed.
 */
export function endpoint(options: EndpointOptions) {
  const { method, path, summary, tag, successStatus = 200, ...meta } = options;
  return base.meta(meta).route({ method, path, summary, tags: [tag], successStatus, inputStructure: 'detailed' });
}

/**
 * Names every operation after its place in the contract: `users.list` is `usersList`, noun first and then the verb. The
 * name is also the query key, the log field and the OpenAPI operationId.
 */
export function nameOperations<Contract extends Record<string, Record<string, AnyContractProcedure>>>(
  contract: Contract,
): Contract {
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [verb, { '~orpc': definition }] of Object.entries(endpoints)) {
      definition.route.operationId = `${noun}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
    }
  }
  return contract;
}
