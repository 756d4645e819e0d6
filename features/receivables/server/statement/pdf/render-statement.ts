import type { StatementDocument } from './draw-statement.ts';

/** Runs where drawing holds up no request. */
export const renderStatementTask = { module: import.meta.url, run: renderStatement };

/** Loads its libraries with the first statement, because PDF and fonts take megabytes of a portal at rest. */
export async function renderStatement(
  document: StatementDocument,
  options?: { compress?: boolean },
): Promise<Uint8Array> {
  const { drawStatement } = await import('./draw-statement.ts');
  return drawStatement(document, options);
}
