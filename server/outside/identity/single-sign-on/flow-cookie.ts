import type { SecretBox } from '../../../lib/crypto/secret-box.ts';
import type { Clock } from '../../clock.ts';
import { createSealedCookie } from './sealed-cookie.ts';
import type { SignInFlow } from './single-sign-on.ts';

/**
 * The cookie of a sign-in that has begun. It is sealed, so that the browser reads neither nonce nor verifier, and it binds
 * the answer of the issuer to this browser, so that a stranger's answer opens no session.
 */
export const createFlowCookie = (settings: { secretBox: SecretBox; publicUrl: string; clock: Clock }) =>
  createSealedCookie<SignInFlow>({ ...settings, name: 'portal.single_sign_on', purpose: 'single sign-on' });
