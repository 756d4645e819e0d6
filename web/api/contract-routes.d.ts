/** Routes that the build derives from the contract (`tools/vite/contract-routes.ts`). */
declare module 'virtual:contract-routes' {
  import type { RouteGroups } from './api-address.ts';

  const routes: RouteGroups;
  export default routes;
}
