import type { Framework } from './framework.ts';

/** FutureAGI's traceAI has the names of OpenInference, and a name of its own for the kind. */
export const futureAgi: Framework = {
  words: ['fi'],
  isOf: (has) => has('fi.span.kind'),
  listNames: ({ attributes }) => [['openinference.span.kind', attributes.get('fi.span.kind')]],
  reads: ['fi.span.kind'],
};
