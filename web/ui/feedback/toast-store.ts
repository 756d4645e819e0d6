import { createStore } from '../../lib/create-store.ts';

export interface Toast {
  message: string;
  /** `info` for what is neither done nor failed. */
  tone: 'success' | 'info' | 'error';
}

const toastMs = 5000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The toast on the page; undefined while there is none. */
export const toastStore = createStore<Toast | undefined>(undefined);

/** Shows one toast for five seconds (section 8). A newer one replaces it; the same message starts the time again. */
export function showToast(message: string, tone: Toast['tone'] = 'success'): void {
  clearTimeout(timer);
  timer = setTimeout(dismissToast, toastMs);
  toastStore.set({ message, tone });
}

export function dismissToast(): void {
  clearTimeout(timer);
  toastStore.set(undefined);
}
