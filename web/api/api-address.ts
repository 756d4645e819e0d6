import routes from 'virtual:contract-routes';
import { settings } from '../lib/settings.ts';

export interface ContractRoute {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly access: string;
}

/** Routes of all endpoints, by group and name. */
export type RouteGroups = Readonly<Record<string, Readonly<Record<string, ContractRoute>>>>;

/** The route of `['users', 'list']`. */
export function getRoute([group = '', name = '']: readonly string[]): ContractRoute {
  const route = routes[group]?.[name];
  if (!route) throw new Error(`The contract has no endpoint ${group}.${name}.`);
  return route;
}

/** The base URL of the target that an endpoint belongs to (section 7), absolute and without a trailing slash. */
export function getBaseUrl(target: string): URL {
  return new URL(target === 'dev' ? settings.api.dev : settings.api.main, location.origin);
}

/** Section 6: every call carries the identity token, except those made before there is one. */
export function needsIdentityToken({ access }: ContractRoute): boolean {
  return access !== 'public' && access !== 'session';
}
