import routes from 'virtual:contract-routes';
import { settings } from '../lib/settings.ts';

export interface ContractRoute {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  /** Whether it is called without an identity token, because there is none yet. */
  readonly isOpen: boolean;
}

let parsed: ReadonlyMap<string, ContractRoute> | undefined;

/** The routes of all endpoints by group and name; a line of the text is as long as what it says. */
function parseRoutes(): ReadonlyMap<string, ContractRoute> {
  return new Map(
    routes.split('\n').map((line) => {
      const [name = '', method = '', target = '', path = '', open] = line.split(' ');
      return [name, { method, target, path, isOpen: open !== undefined }];
    }),
  );
}

/** The route of `['users', 'list']`. */
export function getRoute(endpoint: readonly string[]): ContractRoute {
  parsed ??= parseRoutes();
  const name = endpoint.join('.');
  const route = parsed.get(name);
  if (!route) throw new Error(`The contract has no endpoint ${name}.`);
  return route;
}

/** The base URL of the target that an endpoint belongs to (section 7), absolute and without a trailing slash. */
export function getBaseUrl(target: string): URL {
  return new URL(target === 'dev' ? settings.api.dev : settings.api.main, location.origin);
}
