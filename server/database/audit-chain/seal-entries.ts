import { chainStart, sealEnd, sealEntry, type AuditKey, type SealedFields } from '../../lib/crypto/audit-seal.ts';
import type { Sql } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { array, bytes, instant, integer, uuid } from '../../sql/types.ts';

/* With the schema in every name, because the identity service has another search path. */

const beginChainStatement = systemStatement({
  text: `
    insert into public.audit_heads (company_id, position, mac, key_number, head_mac)
    values ($companyId, 0, $mac, $keyNumber, $headMac) on conflict (company_id) do nothing`,
  params: { companyId: uuid, mac: bytes, keyNumber: integer, headMac: bytes },
});

/** Behind every seal: one that was put in past the portal, or a head that was set back, must not end the work of its company. */
const lockHeadStatement = systemStatement({
  text: `
    select greatest(h.position, (select max(s.position) from public.audit_seals s where s.company_id = $companyId)) as position,
      h.mac
    from public.audit_heads h where h.company_id = $companyId for update of h`,
  params: { companyId: uuid },
  row: { position: integer, mac: bytes },
});

const createSealsStatement = systemStatement({
  text: `
    insert into public.audit_seals (company_id, position, entry_id, occurred_at, key_number, mac)
    select $companyId, position, entry_id, occurred_at, $keyNumber, mac
    from unnest($positions::int[], $entryIds::bigint[], $times::timestamptz[], $macs::bytea[])
      as sealed (position, entry_id, occurred_at, mac)
    returning position`,
  params: {
    companyId: uuid,
    keyNumber: integer,
    positions: array(integer),
    entryIds: array(integer),
    times: array(instant),
    macs: array(bytes),
  },
  row: { position: integer },
});

const updateHeadStatement = systemStatement({
  text: `
    update public.audit_heads set position = $position, mac = $mac, key_number = $keyNumber, head_mac = $headMac
    where company_id = $companyId`,
  params: { companyId: uuid, position: integer, mac: bytes, keyNumber: integer, headMac: bytes },
});

/** Seals the entries of one transaction, in their order. The last step of it, because the heads stay locked until the commit. */
export async function sealEntries(sql: Sql, key: AuditKey, entries: readonly SealedFields[]): Promise<void> {
  const companies = Map.groupBy(entries, ([companyId]) => companyId ?? '');
  // In one order, so that two transactions with entries of the same companies do not wait for each other.
  for (const companyId of [...companies.keys()].toSorted()) {
    await sealOfCompany(sql, key, { companyId, entries: companies.get(companyId) ?? [] });
  }
}

interface CompanyEntries {
  readonly companyId: string;
  readonly entries: readonly SealedFields[];
}

async function sealOfCompany(sql: Sql, key: AuditKey, { companyId, entries }: CompanyEntries): Promise<void> {
  const head = await lockHead(sql, key, companyId);
  let { position, mac } = head;
  const seals = entries.map((fields) => {
    position += 1;
    mac = sealEntry(key, { companyId, position, previous: mac }, fields);
    return { position, mac, entryId: Number(fields[1]), time: new Date(Number(fields[2]) / 1000) };
  });
  // Sent together; the connection keeps their order.
  await Promise.all([
    sql.run(createSealsStatement, {
      companyId,
      keyNumber: key.number,
      positions: seals.map((seal) => seal.position),
      entryIds: seals.map(({ entryId }) => entryId),
      times: seals.map(({ time }) => time),
      macs: seals.map((seal) => seal.mac),
    }),
    sql.run(updateHeadStatement, {
      companyId,
      position,
      mac,
      keyNumber: key.number,
      headMac: sealEnd(key, { companyId, position, mac }),
    }),
  ]);
}

/** Begins the chain of a company that has no entry yet; one that has begun is only locked. */
export async function beginChain(sql: Sql, key: AuditKey, companyId: string): Promise<void> {
  await lockHead(sql, key, companyId);
}

async function lockHead(sql: Sql, key: AuditKey, companyId: string) {
  const found = await sql.find(lockHeadStatement, { companyId });
  if (found) return found;
  const mac = Buffer.from(chainStart);
  const headMac = sealEnd(key, { companyId, position: 0, mac });
  await sql.run(beginChainStatement, { companyId, mac, keyNumber: key.number, headMac });
  return sql.get(lockHeadStatement, { companyId });
}
