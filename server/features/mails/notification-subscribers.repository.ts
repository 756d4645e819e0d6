import { mailKinds } from '#contract/mails/mail-kinds.ts';
import type { MailKind } from '#contract/mails/mail-kinds.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

/** A company that wants to be told something. */
export interface NoticedCompany {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly createdAt: Date;
  readonly wanted: ReadonlySet<MailKind>;
}

/** The column of each notification setting. */
export const settingColumns: Readonly<Record<MailKind, string>> = {
  announcements: 'announcements',
  maintenance: 'maintenance',
  newSkills: 'new_skills',
  accountLimit: 'account_limit',
  budgetWarning: 'budget_warning',
  spendingDigest: 'spending_digest',
};

const flags = mailKinds.map((kind) => `n.${settingColumns[kind]} as "${kind}"`).join(', ');
const anyFlag = mailKinds.map((kind) => `n.${settingColumns[kind]}`).join(' or ');

type Row = Omit<NoticedCompany, 'wanted'> & Readonly<Record<MailKind, boolean>>;

/** Of all companies that are active and belong to somebody, as the system. */
export async function listNoticedCompanies(tx: Transaction): Promise<NoticedCompany[]> {
  const { rows } = await toExecutor(tx).query<Row>(
    `select c.id, c.name, c.time_zone as "timeZone", c.created_at as "createdAt", ${flags}
      from companies c join notification_settings n on n.company_id = c.id
      where c.status = 'active' and (${anyFlag}) and company_is_proven(c.id)
      order by c.name, c.id`,
  );
  return rows.map(({ id, name, timeZone, createdAt, ...settings }) => ({
    id,
    name,
    timeZone,
    createdAt,
    wanted: new Set(mailKinds.filter((kind) => settings[kind])),
  }));
}

export interface LatestAnnouncement {
  readonly id: string;
  readonly kind: 'announcement' | 'maintenance';
  readonly title: string;
  readonly body: string;
  readonly madeAt: Date;
}

/** What the provider has written since then, the oldest first, as the system. */
export async function listLatestAnnouncements(tx: Transaction, since: Date): Promise<LatestAnnouncement[]> {
  const { rows } = await toExecutor(tx).query<LatestAnnouncement>(
    `select id, kind, title, body, made_at as "madeAt" from announcements where made_at > $1 order by made_at, id`,
    [since],
  );
  return rows;
}
