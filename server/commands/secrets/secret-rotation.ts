import type { Database } from '../../database/open-database.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { createSecretBox, type SecretBox } from '../../lib/crypto/secret-box.ts';
import { rotateTotpSecrets } from '../../outside/identity/second-factor/totp-secrets.ts';
import { rotateAuditKeys } from '../../database/audit-chain/audit-keys.ts';
import { isOtherKeyInUse } from '../../database/running-portals.ts';
import { CommandFailed } from '../run-command.ts';
import { secretRecordId as clientSecretRecordId } from '#features/sign-in/server/single-sign-on/stored-provider.ts';
import {
  listSealedClientSecrets,
  listSealedPasswords,
  replaceSealedClientSecret,
  replaceSealedPassword,
} from '../../app/sealed-secrets.repository.ts';
import { tryToOpen } from '../../app/inspect-secrets.ts';
import type { Secrets } from '../../config/secrets.ts';

interface Rotation {
  readonly integrations: number;
  /** Client secrets of sign-in issuers. */
  readonly clientSecrets: number;
  readonly secondFactors: number;
  readonly auditKeys: number;
  /** Values that no known key decrypts; they are left unchanged. */
  readonly unknown: number;
}

/** A running portal still encrypts with an older key: values it writes after the rotation would be lost with that key. */
export class OtherKeyInUse extends CommandFailed {
  override name = 'OtherKeyInUse';
}

/**
 * Encrypts with the current key what an older key has encrypted; idempotent.
 * @throws OtherKeyInUse, without changes
 */
export async function rotateSecrets(
  database: Database,
  { key, olderKeys }: Pick<Secrets, 'key' | 'olderKeys'>,
): Promise<Rotation> {
  const box = createSecretBox(key, olderKeys);
  return database.inSystem('secrets.rotate', async (tx) => {
    if (await isOtherKeyInUse(tx, key)) {
      throw new OtherKeyInUse('A portal is running that was started with another key: start it anew first.');
    }
    const passwords = await rotatePasswords(tx, box);
    const clients = await rotateClientSecrets(tx, box);
    const factors = await rotateTotpSecrets(tx, { secretsKey: key, olderKeys });
    const auditKeys = await rotateAuditKeys(tx, { key, olderKeys });
    return {
      integrations: passwords.rotated,
      clientSecrets: clients.rotated,
      secondFactors: factors.rotated,
      auditKeys: auditKeys.rotated,
      unknown: passwords.unknown + clients.unknown + factors.unknown + auditKeys.unknown,
    };
  });
}

async function rotatePasswords(tx: SystemTransaction, box: SecretBox) {
  const outcome = { rotated: 0, unknown: 0 };
  for (const sealed of await listSealedPasswords(tx)) {
    if (box.isCurrent(sealed.password)) continue;
    const owner = { companyId: sealed.companyId, recordId: sealed.id };
    const password = tryToOpen(box, sealed.password, owner);
    if (password === undefined) {
      outcome.unknown += 1;
      continue;
    }
    await replaceSealedPassword(tx, { ...sealed, renewed: box.seal(password, owner) });
    outcome.rotated += 1;
  }
  return outcome;
}

async function rotateClientSecrets(tx: SystemTransaction, box: SecretBox) {
  const outcome = { rotated: 0, unknown: 0 };
  for (const { companyId, secret: sealed } of await listSealedClientSecrets(tx)) {
    if (box.isCurrent(sealed)) continue;
    const owner = { companyId, recordId: clientSecretRecordId };
    const secret = tryToOpen(box, sealed, owner);
    if (secret === undefined) {
      outcome.unknown += 1;
      continue;
    }
    await replaceSealedClientSecret(tx, { companyId, secret: sealed, renewed: box.seal(secret, owner) });
    outcome.rotated += 1;
  }
  return outcome;
}

export function describeRotation({ integrations, clientSecrets, secondFactors, auditKeys, unknown }: Rotation): string {
  const done = `Encrypted anew with the present key: ${integrations} secrets of integrations, ${clientSecrets} of sign-in issuers, ${secondFactors} second factors, ${auditKeys} keys of the audit log.`;
  const lost = `${unknown} open with no known key: keep the older keys, or have these typed anew.`;
  return unknown === 0 ? `${done}\n` : `${done}\n${lost}\n`;
}
