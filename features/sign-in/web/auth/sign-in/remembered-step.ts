import type { SessionStep } from '#features/sign-in/contract/session-forms.ts';
import { tabStorage } from '#web/lib/tab-storage.ts';

const storageKey = 'sign-in-step';

/** Within this time the server rejects a request for another code. */
const freshMs = 60_000;

export interface RememberedStep extends SessionStep {
  /** Shown by the next page. */
  readonly notice?: string;
  readonly takenAtMs: number;
}

/** Keeps a step for the next page, also across a reload, because e-mail addresses must not be in the URL. */
export function rememberStep(step: SessionStep & { notice?: string }) {
  const remembered: RememberedStep = { ...step, takenAtMs: Date.now() };
  tabStorage.setItem(storageKey, JSON.stringify(remembered));
}

export function findRememberedStep(): RememberedStep | undefined {
  const text = tabStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as RememberedStep);
}

/** Notices of the sign-in page to users who did not choose to open it. */
export const arrivalNotices = {
  'signed-out': 'You were signed out.',
  ended: 'You were signed out, because your session expired or was ended from another device or by an administrator.',
  'step-expired': 'You were not signed in, because the sign-in took too long. Please begin again.',
  'no-cookies':
    'Your browser blocks cookies for this site. Allow them, because without cookies you cannot stay signed in.',
  'own-page': 'Sign in on this page, with your password in your company’s sign-in service.',
} as const;

export const isArrivalNotice = (notice: string) => Object.values<string>(arrivalNotices).includes(notice);

/** A notice is shown once, the address of its step is kept. */
export function forgetNotice() {
  const step = findRememberedStep();
  if (step) tabStorage.setItem(storageKey, JSON.stringify({ ...step, notice: undefined }));
}

export function forgetStep() {
  tabStorage.removeItem(storageKey);
}

/** The seconds until another code can be requested after a step that has mailed one; 0 once it can. */
export function countFreshSeconds({ takenAtMs }: RememberedStep): number {
  return Math.max(0, Math.ceil((takenAtMs + freshMs - Date.now()) / 1000));
}
