import { mailKinds, type MailKind, type SentMailKind } from '#features/mail/contract/mail-kinds.ts';
import { insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, statementFamily } from '#server/sql/statement.ts';
import { array, boolean, instant, nullable, text, textOf, uuid, type ParamsOf } from '#server/sql/types.ts';
import type { MailDelivery } from '#server/outside/mail/mail.ts';
import { settingColumns } from './plan/notification-subscribers.repository.ts';

const kind = textOf<MailKind>();

const listSentKeysStatement = statement({
  text: 'select key from notification_log where company_id = $companyId and key = any($keys)',
  params: { keys: array(text) },
  row: { key: text },
});

/** Lists those of the keys whose notifications were sent. */
export async function listSentKeys(tx: CompanyTransaction, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.list(listSentKeysStatement, { keys });
  return new Set(rows.map(({ key }) => key));
}

const lockSubscriptionStatement = statementFamily(
  (mailKind: MailKind) => ({
    text: `
      select ${settingColumns[mailKind]} as "isSubscribed" from notification_settings
      where company_id = $companyId for share`,
    row: { isSubscribed: boolean },
  }),
  mailKinds,
);

/** Whether the company subscribes to this kind of mail. Locks its settings until the transaction ends. */
export async function lockSubscription(tx: CompanyTransaction, mailKind: MailKind): Promise<boolean> {
  return (await tx.find(lockSubscriptionStatement(mailKind)))?.isSubscribed ?? false;
}

/** Whether a notification of this kind was sent since an instant. */
export const getWasSent = statement.get({
  text: `
    select exists (
      select from notification_log where company_id = $companyId and kind = $kind and made_at > $since) as "wasSent"`,
  params: { kind, since: instant },
  row: { wasSent: boolean },
});

const notifications = { keys: array(text), kind: textOf<SentMailKind>(), now: instant };

const createNotificationsStatement = statement({
  text: `
    insert into notification_log (company_id, key, kind, made_at)
    select $companyId, key, $kind, $now from unnest($keys::text[]) as key order by key
    on conflict do nothing returning key`,
  params: notifications,
  row: { key: text },
});

/**
 * Adds notifications to the log; returns the keys of those that are new. A concurrent transaction with the same keys waits
 * here for the end of this one.
 */
export async function createNotifications(
  tx: CompanyTransaction,
  params: ParamsOf<typeof notifications>,
): Promise<string[]> {
  return (await tx.list(createNotificationsStatement, params)).map(({ key }) => key);
}

const recipient = { id: uuid, email: text, firstName: text, isAdministrator: boolean };

/**
 * The administrators of the company, its contact person, or both, without those who unsubscribed from this kind of mail.
 * Those of waiting sign-ups go to the SuperAdmins, who alone may approve them. The secondary contact is that of maintenance. That of invoices is the billing e-mail, which is no user, else the primary contact.
 */
export const listRecipients = statement.list({
  text: `
    with wanted as (
      select case $kind when 'invoices' then n.invoice_recipients when 'maintenance' then n.maintenance_recipients
          else 'administrators' end as recipients,
        case $kind when 'invoices' then case when c.billing_email is null then c.primary_contact_id end
          when 'maintenance' then c.secondary_contact_id end as contact,
        $kind = 'invoices' and c.billing_email is not null as has_address
      from notification_settings n join companies c on c.id = $companyId where n.company_id = $companyId
    )
    select u.id, u.email, u.first_name as "firstName",
      u.roles && array['SuperAdmin', 'Admin'] as "isAdministrator"
    from users u cross join wanted w
    where u.company_id = $companyId and u.deactivated_at is null
      and ($kind <> 'signUps' or 'SuperAdmin' = any(u.roles))
      and ((w.recipients <> 'administrators' and u.id = w.contact)
        or ((w.recipients <> 'contact' or (w.contact is null and not w.has_address)) and u.roles && array['SuperAdmin', 'Admin']))
      and not exists (
        select from mail_opt_outs o where o.company_id = $companyId and o.user_id = u.id and o.kind = $kind)
    order by u.id`,
  params: { kind },
  row: recipient,
});

/** A user, for a mail about its own; none where it is deactivated or has unsubscribed from this kind of mail. */
export const listReader = statement.list({
  text: `
    select id, email, first_name as "firstName", roles && array['SuperAdmin', 'Admin'] as "isAdministrator"
    from users u where u.company_id = $companyId and u.id = $userId and u.deactivated_at is null
      and not exists (
        select from mail_opt_outs o where o.company_id = $companyId and o.user_id = u.id and o.kind = $kind)`,
  params: { kind, userId: uuid },
  row: recipient,
});

/** The address of the company for its invoices; null without one. */
export const getBillingEmail = statement.get({
  text: 'select billing_email as email from companies where id = $companyId',
  row: { email: nullable(text) },
});

/** The SuperAdmins of the company, for a mail that has to reach someone. */
export const listSuperAdmins = statement.list({
  text: `
    select id, email, first_name as "firstName", true as "isAdministrator" from users
    where company_id = $companyId and deactivated_at is null and 'SuperAdmin' = any(roles) order by id`,
  row: recipient,
});

const sentMail = {
  notificationKey: text,
  kind: textOf<SentMailKind>(),
  /** Null for the address of the company for its invoices. */
  userId: nullable(uuid),
  recipient: text,
  subject: text,
  bodyText: nullable(text),
  bodyHtml: nullable(text),
  madeAt: instant,
};

/** Adds a mail to the history; returns its id there. */
export const createSentMail = statement.get({
  text: `insert into sent_mails ${insertValues(sentMail)} returning id`,
  params: sentMail,
  row: { id: uuid },
});

/** Notes what became of a mail; nothing where its row was erased since. */
export const updateDelivery = statement.run({
  text: 'update sent_mails set delivery = $state, delivery_reason = $reason where company_id = $companyId and id = $id',
  params: { id: uuid, state: textOf<MailDelivery['state']>(), reason: nullable(text) },
});
