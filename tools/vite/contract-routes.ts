import type { Plugin } from 'vite';
import { deriveRoutes } from '../contract-routes.ts';

const name = 'virtual:contract-routes';
const resolved = `\0${name}`;

/** Gives the pages the routes of the contract as a module of their own. */
export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) => (id === resolved ? `export default ${JSON.stringify(deriveRoutes())};` : undefined),
  };
}
