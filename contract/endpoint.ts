import { oc, type AnyContractProcedure } from '@orpc/contract';
import type { Capability } from './capabilities.ts';
import type { ProblemCode } from './problems.ts';

/**
 * Who may call an endpoint. `public`: every caller. `session`: the holder of a session cookie, in any step of signing
 * in. `signed-in`: the holder of a valid identity token. `intake`: the holder of an intake key. Otherwise: actors with
 * this capability.
 */
export type Access = 'public' | 'session' | 'signed-in' | 'intake' | Capability;

/** Work that its caller can repeat later without harm; the name is its kind in metrics. */
export type DeferrableWork = 'intake' | 'upload' | 'page-view';

export interface EndpointMeta {
  readonly access: Access;
  /** API target (specification section 7) that the web client calls. */
  readonly target: 'main' | 'dev';
  /** The limit of the request body, where it is not the general 1 MiB. */
  readonly bodyLimitBytes?: number;
  /**
   * A paid feature, or what gives new access to one, such as a secret or a grant: refused while the company is suspended. What is read,
   * saved for later, revoked or deleted is not.
   */
  readonly isPaid?: true;
  /** Refused first while the portal is under pressure, so that sign-in and decisions go on. */
  readonly deferrable?: DeferrableWork;
  /** Goes on during a maintenance although its method is that of a change: it signs in or out, or only reads. */
  readonly goesOn?: true;
  /** The body is bytes, such as a picture, instead of JSON. */
  readonly takesFile?: true;
  /** Pages of other sites may post here: the answer opens nothing, and reads no cookie. */
  readonly fromOtherSites?: true;
  /** The body may come compressed with gzip; `bodyLimitBytes` counts it decompressed. */
  readonly acceptsGzip?: true;
  /** Detail of `record.not-found` beside its text: the missing record, and the source of its id. */
  readonly missing?: string;
  /** Problem codes beside those that `listEndpointProblems` derives from access, method and input. */
  readonly problems?: readonly ProblemCode[];
}

export interface EndpointOptions extends Omit<EndpointMeta, 'target'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** Set where it differs from the target of the part of the API. */
  readonly target?: EndpointMeta['target'];
  /** 303 leads the browser to the `address` of the output. */
  readonly successStatus?: 200 | 201 | 204 | 207 | 303;
}

const base = oc.$meta<EndpointMeta>({ access: 'signed-in', target: 'main' });

/**
 * The function that declares the endpoints of one part of the API: `tag` is its heading in the API's document, `target`
 * the API target of its endpoints. Inputs are always `{params?, query?, body?, headers?}`, so that a body can not
 * overwrite a path parameter unnoticed.
 */
export function defineEndpoints(tag: string, target: EndpointMeta['target'] = 'main') {
  return function endpoint(options: EndpointOptions) {
    const { method, path, summary, successStatus = 200, ...meta } = options;
    return base
      .meta({ target, ...meta })
      .route({ method, path, summary, tags: [tag], successStatus, inputStructure: 'detailed' });
  };
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
