/** Routes that the build derives from the contract, a line each (`tools/contract-routes.ts`). */
declare module 'virtual:contract-routes' {
  const routes: string;
  export default routes;
}
