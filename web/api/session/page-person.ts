import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { createStore } from '../../lib/create-store.ts';

/**
 * Whose page this is: the person of the tab's first token, until the tab signs in or out itself. All tabs share one session
 * cookie, so that a later token can be of someone else.
 */
interface PagePerson {
  readonly accountId: string | undefined;
  readonly sessionId: string | undefined;
  /** Undefined until known. */
  readonly user: CurrentUser | undefined;
}

/** A page that holds unsaved input, and is hidden until its person is signed in again. */
export interface HiddenPage {
  readonly person: CurrentUser | undefined;
  /** Who is signed in now: null for no one, undefined for someone whose name is not known. */
  readonly signedIn: CurrentUser | null | undefined;
}

let person: PagePerson | undefined;
const waiting = new Set<(token: string) => void>();

export const hiddenPageStore = createStore<HiddenPage | undefined>(undefined);

export const isPageHidden = (): boolean => hiddenPageStore.get() !== undefined;

export const findPagePerson = (): PagePerson | undefined => person;

/** Each new token is of the page's person, or the first one makes its person that. */
export function keepPagePerson(token: string, user: CurrentUser | undefined): void {
  person = { ...readClaims(token), user: user ?? person?.user };
}

/** The person's user changes with the company that the tab acts in. */
export function keepPageUser(user: CurrentUser): void {
  if (person) person = { ...person, user };
}

/** Whether a token is of another account than the page. */
export const isOfOtherAccount = (token: string): boolean =>
  person !== undefined && readClaims(token).accountId !== person.accountId;

/** Whether a token is of another session than the page's last one. */
export const isOfOtherSession = (token: string): boolean =>
  person !== undefined && readClaims(token).sessionId !== person.sessionId;

/** The page has none of its former person any more. */
export function forgetPagePerson(): void {
  person = undefined;
  waiting.clear();
  showPage();
}

/** Hides everything that the page shows, at once: what was entered must not be seen by the next person there. */
export function hidePage(signedIn: HiddenPage['signedIn']): void {
  document.documentElement.dataset['hidden'] = '';
  hiddenPageStore.set({ person: person?.user, signedIn });
}

function showPage(): void {
  delete document.documentElement.dataset['hidden'];
  if (isPageHidden()) hiddenPageStore.set(undefined);
}

/** Waits for a token of the page's person: calls of a hidden page are sent in this person's name alone. */
export const waitForPerson = (): Promise<string> => new Promise((resolve) => waiting.add(resolve));

/** The page's person is signed in again. */
export function showPageAgain(token: string): void {
  showPage();
  for (const resolve of waiting) resolve(token);
  waiting.clear();
}

/** The claims of a token of the portal; empty for anything else. */
function readClaims(token: string): Pick<PagePerson, 'accountId' | 'sessionId'> {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub, sid } = JSON.parse(atob(part)) as { sub?: string; sid?: string };
    return { accountId: sub, sessionId: sid };
  } catch {
    return { accountId: undefined, sessionId: undefined };
  }
}
