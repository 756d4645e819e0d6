import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/connection/transactions.ts';
import { createSecretBox } from '../lib/crypto/secret-box.ts';
import type { SecretBox } from '../lib/crypto/secret-box.ts';
import { rotateTotpSecrets } from '../outside/identity/second-factor/totp-secrets.ts';
import { isOtherKeyInUse } from '../database/running-portals.ts';
import { listSealedPasswords, replaceSealedPassword } from './rotate-secrets.repository.ts';
import type { Secrets } from '../config/secrets.ts';

interface Rotation {
  readonly integrations: number;
  readonly secondFactors: number;
  /** What opens with no known key; it is left as it is. */
  readonly unknown: number;
}

/** A portal still encrypts with an older key: what it writes after a rotation would be lost with that key. */
export class OtherKeyInUse extends Error {
  override name = 'OtherKeyInUse';
}

/**
 * Encrypts everything with the present key that an older one has encrypted; repeating it changes nothing.
 * @throws OtherKeyInUse, having changed nothing
 */
export async function rotateSecrets(
  database: Database,
  { key, olderKeys }: Pick<Secrets, 'key' | 'olderKeys'>,
): Promise<Rotation> {
  const box = createSecretBox(key, olderKeys);
  return database.withSystem('secrets.rotate', async (tx) => {
    if (await isOtherKeyInUse(tx, key)) {
      throw new OtherKeyInUse('A portal is running that was started with another key: start it anew first.');
    }
    const passwords = await rotatePasswords(tx, box);
    const factors = await rotateTotpSecrets(tx, { secretsKey: key, olderKeys });
    return {
      integrations: passwords.rotated,
      secondFactors: factors.rotated,
      unknown: passwords.unknown + factors.unknown,
    };
  });
}

async function rotatePasswords(tx: Transaction, box: SecretBox) {
  const outcome = { rotated: 0, unknown: 0 };
  for (const sealed of await listSealedPasswords(tx)) {
    if (box.isCurrent(sealed.password)) continue;
    const owner = { companyId: sealed.companyId, recordId: sealed.id };
    const password = tryToOpen(box, sealed.password, owner);
    if (password === undefined) {
      outcome.unknown += 1;
      continue;
    }
    await replaceSealedPassword(tx, sealed, box.seal(password, owner));
    outcome.rotated += 1;
  }
  return outcome;
}

function tryToOpen(box: SecretBox, sealed: Buffer, owner: Parameters<SecretBox['open']>[1]): string | undefined {
  try {
    return box.open(sealed, owner);
  } catch {
    return undefined;
  }
}

export function describeRotation({ integrations, secondFactors, unknown }: Rotation): string {
  const done = `Encrypted anew with the present key: ${integrations} secrets of integrations, ${secondFactors} second factors.`;
  const lost = `${unknown} open with no known key: keep the older keys, or have these typed anew.`;
  return unknown === 0 ? `${done}\n` : `${done}\n${lost}\n`;
}
