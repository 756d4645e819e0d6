import { createStore } from '#web/lib/create-store.ts';

/** The columns of the log that are shown where they are chosen, in their order. */
export const optionalColumns = [
  { key: 'failure', label: 'Failure' },
  { key: 'error', label: 'Error' },
  { key: 'models', label: 'Model' },
  { key: 'tokens', label: 'Tokens' },
  { key: 'slowest', label: 'Slowest answer' },
  { key: 'tools', label: 'Tools' },
  { key: 'rating', label: 'Rating' },
] as const;

export type OptionalColumn = (typeof optionalColumns)[number]['key'];

const storageKey = 'log-columns';

/** A browser that keeps nothing, as a private window may, shows the usual columns. */
function readStored(): OptionalColumn[] {
  try {
    return parse(window.localStorage.getItem(storageKey) ?? '');
  } catch {
    return [];
  }
}

function parse(text: string): OptionalColumn[] {
  const keys = text.split(',');
  return optionalColumns.flatMap(({ key }) => (keys.includes(key) ? key : []));
}

/** The chosen columns, which this browser remembers. */
export const shownColumnsStore = createStore<readonly OptionalColumn[]>(readStored());

export function showColumns(keys: readonly string[]): void {
  const chosen = parse(keys.join(','));
  shownColumnsStore.set(chosen);
  try {
    window.localStorage.setItem(storageKey, chosen.join(','));
  } catch {
    // Remembered until the page is loaded again.
  }
}
