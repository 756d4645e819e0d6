/**
 * Who may run SQL without a company (`withSystem`), and why. Everybody else works inside `withCompany`; a new entry
 * needs a reason that a reader believes.
 */
export const systemCallers: readonly { readonly path: string; readonly reason: string }[] = [
  { path: 'server/app.ts', reason: 'passes it to those below' },
  { path: 'server/main.ts', reason: 'opens the database' },
];
