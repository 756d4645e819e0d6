/**
 * Values that a tab keeps across reloads. Browsers that block cookies block this storage too, and then every access
 * throws: the values are kept in memory instead, until the tab is reloaded.
 */
const kept = new Map<string, string>();

function attempt<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage);
  } catch {
    return undefined;
  }
}

export const tabStorage = {
  getItem: (key: string): string | null => attempt((storage) => storage.getItem(key)) ?? kept.get(key) ?? null,
  setItem(key: string, value: string): void {
    kept.delete(key);
    const isStored = attempt((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (!isStored) kept.set(key, value);
  },
  removeItem(key: string): void {
    kept.delete(key);
    attempt((storage) => storage.removeItem(key));
  },
};

/** For tests, which share their modules. */
export const forgetTab = () => kept.clear();
