import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** For the passwords of tests, which sign in some hundred times: a twentieth of the work that keeps a stolen hash safe. */
const testCost = 1024;

const { scrypt } = crypto;

function scryptCheaply(...[password, salt, length, options, onKey]: Required<Parameters<typeof scrypt>>): void {
  scrypt(password, salt, length, { ...options, N: testCost }, onKey);
}

// Files of one worker share the modules, so that this runs more than once.
if (scrypt.name !== scryptCheaply.name) {
  crypto.scrypt = scryptCheaply as typeof scrypt;
  syncBuiltinESMExports();
}
