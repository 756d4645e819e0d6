import { mailKinds, type MailKind } from '#features/mail/contract/mail-kinds.ts';
import type { AnnouncementForm } from '#features/mail/contract/mails.ts';
import { columns } from '#server/sql/columns.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { array, boolean, instant, text, textOf, uuid, type RowOf } from '#server/sql/types.ts';

/** The column of each notification setting. */
export const settingColumns: Readonly<Record<MailKind, string>> = {
  announcements: 'announcements',
  maintenance: 'maintenance',
  newSkills: 'new_skills',
  accountLimit: 'account_limit',
  budgetWarning: 'budget_warning',
  spendingDigest: 'spending_digest',
  invoices: 'invoices',
  signUps: 'sign_ups',
};

/** Whether a company of the list subscribes to a kind; to sign-ups the provider alone. */
const isSubscribed = (kind: MailKind) =>
  kind === 'signUps' ? `(n.${settingColumns[kind]} and c.is_provider)` : `n.${settingColumns[kind]}`;

const anySetting = mailKinds.map(isSubscribed).join(' or ');
const kindsOfSettings = mailKinds.map((kind) => `case when ${isSubscribed(kind)} then '${kind}' end`).join(', ');

const subscriber = {
  id: uuid,
  name: text,
  timeZone: text,
  createdAt: instant,
  kinds: array(textOf<MailKind>()),
  /** Whether it has an address for its invoices, which gets them whatever it subscribes to, also while it is suspended. */
  hasBillingEmail: boolean,
};

/** A company with the kinds of mail that it subscribes to. */
export type NotificationSubscriber = RowOf<typeof subscriber>;

const isSuspended = '(c.suspended_from is not null and c.suspended_from <= $now)';

/** All active companies with a proven address that subscribe to any kind and are not suspended, or have an address for invoices. */
export const listSubscribers = systemStatement.list({
  text: `
    select c.id, c.name, c.time_zone as "timeZone", c.created_at as "createdAt",
      case when ${isSuspended} then '{}' else array_remove(array[${kindsOfSettings}], null) end as kinds,
      c.billing_email is not null as "hasBillingEmail"
    from companies c join notification_settings n on n.company_id = c.id
    where c.status = 'active' and company_is_proven(c.id)
      and (c.billing_email is not null or (not ${isSuspended} and (${anySetting})))
    order by c.name, c.id`,
  params: { now: instant },
  row: subscriber,
});

const announcement = {
  id: uuid,
  kind: textOf<AnnouncementForm['kind']>(),
  title: text,
  body: text,
  madeAt: instant,
};

export type LatestAnnouncement = RowOf<typeof announcement>;

/** The announcements of the provider after an instant, oldest first. */
export const listLatestAnnouncements = systemStatement.list({
  text: `select ${columns(announcement)} from announcements where made_at > $since order by made_at, id`,
  params: { since: instant },
  row: announcement,
});

const waiting = { id: uuid, name: text, createdAt: instant };

/** A company that waits for the provider's approval. */
export type WaitingCompany = RowOf<typeof waiting>;

/** The companies that wait for the provider's approval, whose address is proven, the first one first. */
export const listWaitingCompanies = systemStatement.list({
  text: `
    select ${columns(waiting, 'c')} from companies c
    where c.status = 'pending' and company_is_proven(c.id) order by c.created_at, c.id`,
  row: waiting,
});
