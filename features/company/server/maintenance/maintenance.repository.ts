import { columns } from '#server/sql/columns.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { instant, nullable, text, uuid } from '#server/sql/types.ts';

const stored = {
  message: nullable(text),
  beganAt: instant,
  expectedUntil: nullable(instant),
  changedAt: instant,
};

export interface StoredMaintenance {
  readonly message: string | null;
  readonly beganAt: Date;
  readonly expectedUntil: Date | null;
  readonly changedAt: Date;
}

/** Undefined while changes are allowed. */
export const findMaintenance = systemStatement.find({
  name: 'maintenance.find',
  text: `select ${columns(stored)} from public.maintenance`,
  row: stored,
});

/** Undefined while changes are allowed; the row is locked, and only one portal or command changes it at a time. */
export const lockMaintenance = systemStatement.find({
  text: `select ${columns(stored)} from maintenance for update`,
  row: stored,
});

/** Keeps the beginning of one that is on. */
export const upsertMaintenance = systemStatement.get({
  text: `
    insert into maintenance as m (message, began_at, expected_until, changed_at)
    values ($message, $now, $expectedUntil, $now)
    on conflict (is_on) do update
      set message = excluded.message, expected_until = excluded.expected_until, changed_at = excluded.changed_at
    returning ${columns(stored, 'm')}`,
  params: { message: nullable(text), expectedUntil: nullable(instant), now: instant },
  row: stored,
});

export const deleteMaintenance = systemStatement.run({ text: 'delete from maintenance' });

/** The company whose audit log says what commands do to the installation; undefined without a provider. */
export const findProvider = systemStatement.find({
  text: 'select id from companies where is_provider order by created_at, id limit 1',
  row: { id: uuid },
});
