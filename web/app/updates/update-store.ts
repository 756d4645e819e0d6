type Listener = () => void;

let waiting: ServiceWorker | undefined;
const listeners = new Set<Listener>();

/** A new version of the portal that has been fetched and waits for its turn. */
export const updateStore = {
  get: () => waiting,
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(worker: ServiceWorker): void {
    waiting = worker;
    for (const listener of listeners) listener();
  },
};
