import { tabStorage } from '../lib/tab-storage.ts';

const storageKey = 'chosen-company';

/** The company acted in, where a person of several, or the provider's SuperAdmin, has chosen one in this tab. */
export function findChosenCompany(): string | undefined {
  return tabStorage.getItem(storageKey) ?? undefined;
}

/** `undefined` goes back to the user's own company. The caller also empties the query cache. */
export function chooseCompany(companyId: string | undefined) {
  if (companyId === undefined) tabStorage.removeItem(storageKey);
  else tabStorage.setItem(storageKey, companyId);
}
