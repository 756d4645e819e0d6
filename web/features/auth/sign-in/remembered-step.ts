import type { SessionStep } from '#contract/session/session-forms.ts';

const storageKey = 'sign-in-step';

/** A code mailed by the previous step is still on its way, and the server would refuse another one. */
const freshMs = 60_000;

export interface RememberedStep extends SessionStep {
  /** What the next screen says about the step just taken. */
  readonly notice?: string;
  readonly takenAtMs: number;
}

/** Hands a step over to the next screen, also across a reload. Addresses stay out of the URL this way. */
export function rememberStep(step: SessionStep & { notice?: string }) {
  const remembered: RememberedStep = { ...step, takenAtMs: Date.now() };
  sessionStorage.setItem(storageKey, JSON.stringify(remembered));
}

export function findRememberedStep(): RememberedStep | undefined {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? undefined : (JSON.parse(text) as RememberedStep);
}

export function forgetStep() {
  sessionStorage.removeItem(storageKey);
}

export function isFresh(step: RememberedStep): boolean {
  return Date.now() - step.takenAtMs < freshMs;
}
