import { browser } from '../lib/browser.ts';
import { client } from './client.ts';
import { announceSessionChange } from './session/session-changes.ts';

type SignedOut = Awaited<ReturnType<typeof client.session.signOut>>;

/** Ends the session of this browser, in every tab. Offline it throws, because the cookie would live on. */
export async function signOut(): Promise<void> {
  await follow(await client.session.signOut());
}

/** Ends every session of the account, on every device. */
export async function signOutEverywhere(): Promise<void> {
  await follow(await client.session.signOutEverywhere());
}

/** A session of single sign-on also ends at its issuer, whose page leads back: nothing else happens here until then. */
async function follow({ issuerSignOut }: SignedOut): Promise<void> {
  announceSessionChange('signed-out');
  if (issuerSignOut === undefined) return;
  browser.open(issuerSignOut);
  await new Promise(() => undefined);
}
