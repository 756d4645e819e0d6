/**
 * Why code may look across companies. Each is something that has no company yet, or belongs to none; anything else
 * goes through `inCompany`. Adding one is a decision: say here what it does.
 */
export const systemReasons = {
  'memberships.find': 'which companies an account is a user of, and in which roles, before one is chosen',
  'session.single-sign-on': 'which company an issuer signs in for, by domain or by client, before anyone is signed in',
  'sign-in-domains.check': 'the verified domains of all companies whose records are looked up again',
  'session.sign-up': 'a new company with its first user, settings and agreements',
  'session.pool-agreements':
    'what a person accepted at a user pool passes to the linked account, or is deleted after a year',
  'sign-ups.delete': 'sign-ups that nobody proved, with the companies they made',
  'session.email-change': 'a proven new address goes into all memberships of the account',
  'session.two-factor': 'a second factor changes together with its entry in the log',
  'invoices.list-all': 'the provider reads the invoices of all companies',
  'companies.list': 'the provider sees the companies it serves',
  'attention.list': 'the provider sees in which companies something needs it',
  'companies.approve': 'the provider lets a signed-up company in',
  'companies.delete':
    'the provider schedules the deletion of a company, and its job deletes the company and signs what was deleted',
  'companies.restore': 'the provider’s log says that a company was restored from a backup, as that of the company does',
  'companies.note': 'the provider reads and writes its notes about a company, which that company never sees',
  'companies.suspend': 'the provider suspends and reactivates a company, and an announced suspension begins',
  'reminders.send': 'which invoices of all companies are due for a payment reminder, and which were sent',
  'reminders.stop': 'the provider stops and continues the payment reminders of a company, which its own log names',
  'users.come-in': 'the present address of an account passes to a company with the first sign-in there',
  'users.lock':
    'sessions of a deactivated user end, a second factor is reset and a temporary password renewed where no other company has the user',
  'session.end': 'sessions end together with their entry in the logs of the account’s companies',
  'page-views.count': 'views are counted per day and path for all companies together',
  'web-files.share': 'the files of the pages are the same for all companies',
  'tasks.expire': 'which exports and prepared files of all companies are over, and which a portal of before has made',
  'imports.room': 'how much of the disk the files of imports may still take',
  'imports.expire': 'which companies have files of imports whose time is over',
  'old-rows.delete': 'idempotency keys, facts of spans and marks of moved persons past their time, of all companies',
  'users.delete-mails':
    'mails in the queue to deleted users: those of the company, and those of accounts that are gone',
  'persons.erase': 'mails in the queue to an erased person: those of the company, and those of an account that is gone',
  'retention.list': 'which companies do not keep their conversations without an end',
  'screenshots.delete': 'uploaded screenshots that no skill names, of all companies',
  'intake.partitions': 'the tables of a month are made, which hold the conversations of all companies',
  'otlp.resume': 'which companies have spans that waited for others when the portal stopped',
  'search.index': 'which companies have conversations that the search does not know yet',
  'audit.adopt': 'which companies there are, when entries that are older than the audit chain are sealed',
  'audit.check': 'which companies there are, when their audit chains are verified or signed',
  'rollups.check': 'which companies there are, when the roll-ups of all are checked or rebuilt',
  'periods.close': 'which companies there are, when their ended months are closed',
  'payments.match': 'the provider reads what its bank says and matches it with the invoices of all companies',
  'intake-keys.judge': 'which keys of all companies may have become silent or failing',
  'integrations.test': 'which integrations of all companies are due for a connection test',
  'notices.make': 'which companies want to be told what, and the latest announcements of the provider',
  'secrets.rotate': 'secrets of integrations and second factors are encrypted anew with the present key',
  'operations.get': 'the provider sees migrations, jobs and backups of the installation',
  'metrics.read': 'counts and ages of what waits, of all companies, for the metrics of the operator',
  'upkeep.record': 'the last check of the audit chains, and the last time that tables were written anew',
  'maintenance.set': 'the operator denies and allows changes of the whole installation',
  'operations.retry-jobs': 'the provider repeats failed jobs, which belong to all companies',
  'backups.record': 'backups of the whole database, which belong to no company',
  'changes.announce': 'portals tell each other whose conversations changed, by id alone',
  'demo.seed': 'the demo companies on the first start',
  'bootstrap.create': 'the first company and SuperAdmin of an installation',
} as const satisfies Record<string, string>;

export type SystemReason = keyof typeof systemReasons;
