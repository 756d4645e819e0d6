type Listener = () => void;

let link: string | undefined;
const listeners = new Set<Listener>();

function set(next: string | undefined): void {
  link = next;
  for (const listener of listeners) listener();
}

/** Asks before a page outside the portal is opened. */
export function askBeforeLeaving(href: string): void {
  set(href);
}

export const leavingStore = {
  get: () => link,
  close: () => set(undefined),
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
