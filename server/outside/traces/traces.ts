/** Begins traces of the portal's own work; `server/lib/tracing` traces the steps within. */
export interface Traces {
  /** A call of the API, as part of its caller's trace where the headers name one. */
  traceRequest<T>(headers: Headers, work: () => Promise<T>): Promise<T>;
  /** One attempt at a job. */
  traceJob<T>(job: { readonly queue: string; readonly attempt: number }, work: () => Promise<T>): Promise<T>;
}

/** For a portal without a receiver of traces. */
export const noTraces: Traces = {
  traceRequest: (_headers, work) => work(),
  traceJob: (_job, work) => work(),
};
