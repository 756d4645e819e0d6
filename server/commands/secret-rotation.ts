import type { Database } from '../database/open-database.ts';
import type { SystemTransaction } from '../sql/sql.ts';
import { createSecretBox, nameSecretsKey } from '../lib/crypto/secret-box.ts';
import type { SecretBox } from '../lib/crypto/secret-box.ts';
import { probeTotpSecrets, rotateTotpSecrets } from '../outside/identity/second-factor/totp-secrets.ts';
import { probeAuditKeys, rotateAuditKeys } from '../database/audit-chain/audit-keys.ts';
import { isOtherKeyInUse } from '../database/running-portals.ts';
import { CommandFailed } from './run-command.ts';
import { secretRecordId as clientSecretRecordId } from '../features/single-sign-on/stored-provider.ts';
import {
  listSealedClientSecrets,
  listSealedPasswords,
  replaceSealedClientSecret,
  replaceSealedPassword,
} from './rotate-secrets.repository.ts';
import type { Secrets } from '../config/secrets.ts';

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
  return database.withSystem('secrets.rotate', async (tx) => {
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

/** Number of sealed values in a database, and the known keys that open them. */
export interface SealedValues {
  /** Names of the keys (`nameSecretsKey`) that something is sealed with. */
  readonly keys: readonly string[];
  readonly count: number;
  /** Values that no known key opens. */
  readonly unknown: number;
}

/** Opens every sealed value of all companies with each known key. */
export async function inspectSecrets(
  database: Pick<Database, 'withSystem'>,
  { key, olderKeys }: Pick<Secrets, 'key' | 'olderKeys'>,
): Promise<SealedValues> {
  return database.withSystem('secrets.rotate', async (tx) => {
    const probed: { name: string; opens: boolean[] }[] = [];
    for (const each of [key, ...olderKeys]) {
      probed.push({ name: nameSecretsKey(each), opens: await probeSecrets(tx, each) });
    }
    const count = probed[0]?.opens.length ?? 0;
    const isKnown = (place: number) => probed.some(({ opens }) => opens[place]);
    return {
      keys: probed.filter(({ opens }) => opens.includes(true)).map(({ name }) => name),
      count,
      unknown: Array.from({ length: count }, (_, place) => place).filter((place) => !isKnown(place)).length,
    };
  });
}

/** For each sealed value, in one order, whether the key opens it. */
async function probeSecrets(tx: SystemTransaction, key: string): Promise<boolean[]> {
  const box = createSecretBox(key);
  const passwords = (await listSealedPasswords(tx)).map(
    ({ companyId, id, password }) => tryToOpen(box, password, { companyId, recordId: id }) !== undefined,
  );
  const clients = (await listSealedClientSecrets(tx)).map(
    ({ companyId, secret }) => tryToOpen(box, secret, { companyId, recordId: clientSecretRecordId }) !== undefined,
  );
  return [...passwords, ...clients, ...(await probeTotpSecrets(tx, key)), ...(await probeAuditKeys(tx, key))];
}

function tryToOpen(box: SecretBox, sealed: Buffer, owner: Parameters<SecretBox['open']>[1]): string | undefined {
  try {
    return box.open(sealed, owner);
  } catch {
    return undefined;
  }
}

export function describeRotation({ integrations, clientSecrets, secondFactors, auditKeys, unknown }: Rotation): string {
  const done = `Encrypted anew with the present key: ${integrations} secrets of integrations, ${clientSecrets} of sign-in issuers, ${secondFactors} second factors, ${auditKeys} keys of the audit log.`;
  const lost = `${unknown} open with no known key: keep the older keys, or have these typed anew.`;
  return unknown === 0 ? `${done}\n` : `${done}\n${lost}\n`;
}
