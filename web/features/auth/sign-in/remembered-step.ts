import type { SessionStep } from '#contract/session/session-forms.ts';

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
  sessionStorage.setItem(storageKey, JSON.stringify(remembered));
}

export function findRememberedStep(): RememberedStep | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as RememberedStep);
}

/** What the sign-in page says after a session that its user did not end on this page. */
export const endNotices = {
  'signed-out': 'You were signed out.',
  ended: 'You were signed out, because your session expired or was ended from another device or by an administrator.',
} as const;

export const isEndNotice = (notice: string) => Object.values<string>(endNotices).includes(notice);

export function forgetStep() {
  sessionStorage.removeItem(storageKey);
}

export function isFresh(step: RememberedStep): boolean {
  return Date.now() - step.takenAtMs < freshMs;
}
