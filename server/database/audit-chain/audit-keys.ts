import { hkdfSync, randomBytes } from 'node:crypto';
import { createAuditKey, type AuditKey } from '../../lib/crypto/audit-seal.ts';
import { createSecretBox, type SecretBox } from '../../lib/crypto/secret-box.ts';
import type { Sql } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { boolean, bytes, instant, integer, type RowOf } from '../../sql/types.ts';

const storedKey = { number: integer, madeAt: instant, isAdopting: boolean, isBegun: boolean, sealed: bytes };
type StoredKey = RowOf<typeof storedKey>;

const listKeysStatement = systemStatement({
  text: `
    select number, made_at as "madeAt", is_adopting as "isAdopting", is_begun as "isBegun", sealed
    from audit_keys order by number`,
  row: storedKey,
});

const createKeyStatement = systemStatement({
  text: `
    insert into audit_keys (number, made_at, is_adopting, is_begun, sealed)
    values ($number, $madeAt, $isAdopting, $isBegun, $sealed) on conflict (number) do nothing`,
  params: storedKey,
});

const getContentsStatement = systemStatement({
  text: `
    select exists (select 1 from audit_entries) as "hasEntries", exists (select 1 from companies) as "hasCompanies"`,
  row: { hasEntries: boolean, hasCompanies: boolean },
});

const updateKeyStatement = systemStatement({
  text: `
    update audit_keys set is_adopting = $isAdopting, is_begun = $isBegun, sealed = $sealed where number = $number`,
  params: { number: integer, isAdopting: boolean, isBegun: boolean, sealed: bytes },
});

export interface AuditSecrets {
  readonly key: string;
  readonly olderKeys: readonly string[];
}

export interface AuditKeys {
  /** Seals new entries. */
  readonly current: AuditKey;
  /** Undefined for a key that was lost with its SECRETS_KEY. */
  find(number: number): AuditKey | undefined;
  /** The secret of `createShownIds`, from that of the current key. */
  readonly shownIdsSecret: Buffer;
  /** Entries without a seal are older than the chain, and still sealed: for an hour, where there were any when it began. */
  readonly isAdopting: boolean;
  /** Every company has a head, so that one without has lost its chain. */
  readonly isBegun: boolean;
  readonly madeAt: Date;
  /** When the first key was made, i.e. the chain began. */
  readonly startedAt: Date;
}

/** Bound to the sealed key, so that a changed row does not open. */
const toOwner = ({ number, madeAt, isAdopting, isBegun }: Omit<StoredKey, 'sealed'>) => ({
  companyId: 'audit-chain',
  recordId: `${number} ${madeAt.toISOString()} ${isAdopting ? 'adopting' : 'closed'}${isBegun ? ' begun' : ''}`,
});

function openKey(box: SecretBox, stored: StoredKey) {
  try {
    return { ...stored, secret: Buffer.from(box.open(stored.sealed, toOwner(stored)), 'base64') };
  } catch {
    return undefined;
  }
}

/** Portals of the version before may run on beside this one for as long as an upgrade takes. */
export const adoptingMs = 60 * 60 * 1000;

/** Every stored key of the chain is encrypted with a SECRETS_KEY that is not known. */
export class AuditKeysLost extends Error {
  override name = 'AuditKeysLost';
}

interface Loading {
  readonly now: Date;
  /** Makes another key where none opens any more; else that is an error. */
  readonly replacesLost: boolean;
}

/**
 * The keys of the chain; makes the first one. Runs on the system role.
 * @throws AuditKeysLost
 */
export async function loadAuditKeys(sql: Sql, secrets: AuditSecrets, loading: Loading): Promise<AuditKeys> {
  const { key, olderKeys } = secrets;
  const { now, replacesLost } = loading;
  const box = createSecretBox(key, olderKeys);
  const stored = await sql.list(listKeysStatement);
  const opened = stored.map((each) => openKey(box, each)).filter((each) => each !== undefined);
  const latest = opened.at(-1);
  if (!latest) {
    if (stored.length > 0 && !replacesLost) throw new AuditKeysLost();
    // Of a new installation no entry is older than its chain.
    const { hasEntries, hasCompanies } = await sql.get(getContentsStatement, {});
    const isFirst = stored.length === 0;
    const flags = { isAdopting: isFirst && hasEntries, isBegun: isFirst && !hasCompanies };
    const made = { number: (stored.at(-1)?.number ?? 0) + 1, madeAt: now, ...flags };
    const sealed = box.seal(randomBytes(32).toString('base64'), toOwner(made));
    // Another portal may have been first; then its key is loaded.
    await sql.run(createKeyStatement, { ...made, sealed });
    return loadAuditKeys(sql, secrets, loading);
  }
  const keys = new Map(opened.map(({ number, secret }) => [number, createAuditKey(number, secret)]));
  return {
    current: createAuditKey(latest.number, latest.secret),
    find: (number) => keys.get(number),
    shownIdsSecret: Buffer.from(hkdfSync('sha256', latest.secret, '', 'shown ids', 32)),
    isAdopting: latest.isAdopting && now.getTime() - latest.madeAt.getTime() <= adoptingMs,
    isBegun: latest.isBegun,
    madeAt: latest.madeAt,
    startedAt: stored[0]?.madeAt ?? latest.madeAt,
  };
}

/** For each key of the chain whether this SECRETS_KEY opens it. */
export async function probeAuditKeys(sql: Sql, secretsKey: string): Promise<boolean[]> {
  const box = createSecretBox(secretsKey);
  return (await sql.list(listKeysStatement)).map((stored) => openKey(box, stored) !== undefined);
}

/** From now on an entry without a seal is one that was inserted past the portal. */
export async function endAdopting(sql: Sql, { key, olderKeys }: AuditSecrets): Promise<void> {
  const box = createSecretBox(key, olderKeys);
  await reseal(sql, box, (stored) => (stored.isAdopting ? { ...stored, isAdopting: false } : undefined));
}

/** From now on a company without a head is one whose chain was deleted. */
export async function endBeginning(sql: Sql, { key, olderKeys }: AuditSecrets): Promise<void> {
  const box = createSecretBox(key, olderKeys);
  await reseal(sql, box, (stored) => (stored.isBegun ? undefined : { ...stored, isBegun: true }));
}

/** Encrypts the keys of the chain anew that an older key has encrypted. */
export async function rotateAuditKeys(sql: Sql, secrets: AuditSecrets): Promise<{ rotated: number; unknown: number }> {
  const box = createSecretBox(secrets.key, secrets.olderKeys);
  return reseal(sql, box, (stored) => (box.isCurrent(stored.sealed) ? undefined : stored));
}

async function reseal(sql: Sql, box: SecretBox, renew: (stored: StoredKey) => StoredKey | undefined) {
  const outcome = { rotated: 0, unknown: 0 };
  for (const stored of await sql.list(listKeysStatement)) {
    const renewed = renew(stored);
    if (!renewed) continue;
    const opened = openKey(box, stored);
    if (!opened) {
      outcome.unknown += 1;
      continue;
    }
    const sealed = box.seal(opened.secret.toString('base64'), toOwner(renewed));
    const { number, isAdopting, isBegun } = renewed;
    await sql.run(updateKeyStatement, { number, isAdopting, isBegun, sealed });
    outcome.rotated += 1;
  }
  return outcome;
}
