export interface Toast {
  message: string;
  tone: 'success' | 'error';
}

type Listener = () => void;

const toastMs = 5000;

let shown: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();

function set(next: Toast | undefined): void {
  clearTimeout(timer);
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows one notice for five seconds (section 8). A newer one takes its place; the same message again starts anew. */
export function showToast(message: string, tone: Toast['tone'] = 'success'): void {
  set({ message, tone });
  timer = setTimeout(dismissToast, toastMs);
}

export function dismissToast(): void {
  set(undefined);
}

export const toastStore = {
  get: () => shown,
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
