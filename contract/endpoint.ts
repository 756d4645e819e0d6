import { oc } from '@orpc/contract';
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
  /** Noun first: `usersList`. Also the query key, the log field and the OpenAPI operationId. */
  readonly id: string;
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
  const { id, method, path, summary, tag, successStatus = 200, ...meta } = options;
  return base
    .meta(meta)
    .route({ method, path, summary, operationId: id, tags: [tag], successStatus, inputStructure: 'detailed' });
}
