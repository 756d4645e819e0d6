import { maxUnreadNames, type UnreadKind } from '#features/intake/contract/unread-names.ts';
import { booleans, rowArrays, texts } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, text, textOf, uuid } from '#server/sql/types.ts';

/* Attributes that are not read: written by the intake, which sees them, and shown on the page of their key. */

export interface SeenName {
  readonly name: string;
  readonly kind: UnreadKind;
  readonly isMissed: boolean;
}

const seenNames = rowArrays({ name: texts, kind: texts, isMissed: booleans });

/* To the minute, because a busy name would otherwise be written with every export. */
const upsertSeenStatement = statement({
  name: 'unread-names.upsert-seen',
  text: `
    insert into unread_names as u (company_id, intake_key_id, name, kind, is_missed, seen_at)
    select $companyId, k.id, t.name, t.kind, t.is_missed, $now
    from ${seenNames.rows} join intake_keys k on k.company_id = $companyId and k.id = $keyId
    order by t.name
    on conflict (company_id, intake_key_id, name) do update
      set is_missed = excluded.is_missed, seen_at = greatest(u.seen_at, excluded.seen_at)
      where u.seen_at < excluded.seen_at - interval '1 minute' or u.is_missed <> excluded.is_missed
    returning u.name`,
  params: { ...seenNames.params, keyId: uuid, now: instant },
  row: { name: text },
});

const deleteOldestStatement = statement({
  name: 'unread-names.delete-oldest',
  text: `
    delete from unread_names u using (
      select name, row_number() over (order by is_missed desc, seen_at desc, name) as place
      from unread_names where company_id = $companyId and intake_key_id = $keyId
    ) old
    where u.company_id = $companyId and u.intake_key_id = $keyId and u.name = old.name and old.place > ${maxUnreadNames}`,
  params: { keyId: uuid },
});

/** Records names that a key reported; the most telling and latest of them are kept. */
export async function recordUnreadNames(
  tx: CompanyTransaction,
  seen: readonly SeenName[],
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<void> {
  if (seen.length === 0) return;
  const written = await tx.list(upsertSeenStatement, { ...seenNames.encode(seen), keyId, now });
  if (written.length > 0) await tx.run(deleteOldestStatement, { keyId });
}

/** Lists the unread names of a key, first the missed ones, whose fact no other attribute reports. */
export const listUnreadNames = statement.list({
  text: `
    select name, kind, is_missed as "isMissed", seen_at as "seenAt" from unread_names
    where company_id = $companyId and intake_key_id = $id
    order by not is_missed, array_position(array['conversation', 'person', 'skill', 'text'], kind), name`,
  params: { id: uuid },
  row: { name: text, kind: textOf<UnreadKind>(), isMissed: boolean, seenAt: instant },
});
