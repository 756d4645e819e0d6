/** For so long a mailed code is valid. */
const keptMs = 10 * 60_000;

let kept: { readonly email: string; readonly password: string; readonly until: number } | undefined;

/**
 * Keeps the password of who has to prove an address first, so that it is not typed again after the code. In the memory of the tab
 * alone: a reload forgets it.
 */
export function keepPassword(email: string, password: string): void {
  kept = { email, password, until: Date.now() + keptMs };
}

/** The kept password of the address, once; undefined where there is none. */
export function takePassword(email: string): string | undefined {
  const found = kept;
  kept = undefined;
  return found?.email === email && Date.now() < found.until ? found.password : undefined;
}
