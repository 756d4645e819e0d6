import { client } from './client.ts';
import { announceSessionChange } from './session-changes.ts';

/** Ends the session of this browser, in every tab. Offline it throws, because the cookie would live on. */
export async function signOut(): Promise<void> {
  await client.session.signOut();
  announceSessionChange('signed-out');
}

/** Ends every session of the account, on every device. */
export async function signOutEverywhere(): Promise<void> {
  await client.session.signOutEverywhere();
  announceSessionChange('signed-out');
}
