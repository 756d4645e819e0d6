import { traceStep } from '../../lib/tracing/spans.ts';
import type { FileStore } from './files.ts';

/** The store, with its work as steps of what is traced. */
export const traceFiles = (store: FileStore): FileStore => ({
  put: (...file) => traceStep({ name: 'put file', isCall: true }, () => store.put(...file)),
  find: (...asked) => traceStep({ name: 'find file', isCall: true }, () => store.find(...asked)),
  delete: (address) => traceStep({ name: 'delete file', isCall: true }, () => store.delete(address)),
  measure: (companyId) => traceStep({ name: 'measure files', isCall: true }, () => store.measure(companyId)),
  deleteAll: (companyId) => traceStep({ name: 'delete files', isCall: true }, () => store.deleteAll(companyId)),
});
