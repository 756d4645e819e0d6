/**
 * Files, or folders with a slash at the end, that may open system transactions (`inSystem`), and the reason. All other
 * files use `inCompany`. A new entry needs one in `systemReasons` of server/database/open-database.ts too.
 */
export const systemCallers: readonly { readonly path: string; readonly reason: string }[] = [
  { path: 'server/database/changes/', reason: 'portals tell each other whose conversations changed' },
  { path: 'server/commands/bootstrap/bootstrap.ts', reason: 'makes the first company of an installation' },
  { path: 'server/background/close-periods.ts', reason: 'closes the ended months of all companies' },
  {
    path: 'features/billing/server/close/closes.service.ts',
    reason: 'the provider sees what the close of each company issues',
  },
  {
    path: 'features/billing/server/revenue/revenue.service.ts',
    reason: 'the provider reads what was invoiced to all companies',
  },
  {
    path: 'features/billing/server/invoices/rows/all-invoices.service.ts',
    reason: 'the provider reads the invoices of all companies',
  },
  {
    path: 'features/receivables/server/payments/',
    reason: 'the provider reads what its bank says and matches it with the invoices of all companies',
  },
  {
    path: 'features/receivables/server/journal/journal.service.ts',
    reason: 'the provider reads the invoices of all companies',
  },
  {
    path: 'features/receivables/server/dunning/reminders.service.ts',
    reason: 'the provider stops the payment reminders of companies',
  },
  {
    path: 'features/receivables/server/dunning/send-reminders.service.ts',
    reason: 'finds the invoices of all companies that are due for a payment reminder',
  },
  {
    path: 'server/database/migrations/partitions.ts',
    reason: 'makes the tables of a month, for all companies together',
  },
  { path: 'domain/ledger/moved-owners.ts', reason: 'lists the companies with marks that no decision reads' },
  { path: 'domain/search/search-index-passes.ts', reason: 'lists the companies that are to be indexed' },
  { path: 'server/background/audit-chain.ts', reason: 'lists the companies whose audit chains are signed' },
  { path: 'server/app/metrics/open-metrics.ts', reason: 'counts what waits in all companies' },
  { path: 'server/commands/maintenance/maintenance.ts', reason: 'denies and allows changes of the whole installation' },
  { path: 'server/commands/database/overwrite-erased.ts', reason: 'notes when the tables were written anew' },
  { path: 'server/commands/audit/audit-verify.ts', reason: 'lists all companies, to verify their audit chains' },
  { path: 'server/records/audit-chain/adopt-entries.ts', reason: 'lists all companies, to seal older audit entries' },
  {
    path: 'server/http/pages/shared-web-files.ts',
    reason: 'shares the files of the pages among portals of all versions',
  },
  { path: 'server/backup/', reason: 'copies the whole database and records it' },
  { path: 'server/background/scheduled-backups.ts', reason: 'asks when the last backup was made' },
  { path: 'server/demo/', reason: 'makes the demo companies' },
  {
    path: 'features/imports/server/import-room.service.ts',
    reason: 'sums up what the files of imports of all companies take of the disk',
  },
  {
    path: 'features/imports/server/control-imports.service.ts',
    reason: 'finds the files of imports of all companies that expired',
  },
  {
    path: 'domain/tasks/',
    reason: 'finds the tasks of all companies that expired, or that a portal of before has made',
  },
  {
    path: 'features/dashboard/server/attention/attention.service.ts',
    reason: 'the provider sees in which companies something needs it',
  },
  { path: 'features/company/server/companies/companies.service.ts', reason: 'the provider sees and admits companies' },
  {
    path: 'features/company/server/companies/company-figures.service.ts',
    reason: 'the provider sees what each company spends and owes',
  },
  {
    path: 'features/company/server/companies/suspension.service.ts',
    reason: 'the provider suspends and reactivates companies',
  },
  {
    path: 'features/company/server/companies/billed-since.service.ts',
    reason: 'the provider sets from which day a company is billed',
  },
  {
    path: 'features/company/server/companies/notes/company-notes.service.ts',
    reason: 'the provider’s notes about a company, which it never sees',
  },
  { path: 'features/company/server/companies/deletion.service.ts', reason: 'the provider deletes companies' },
  {
    path: 'features/company/server/companies/deleted-companies.service.ts',
    reason: 'lists and signs what was deleted',
  },
  {
    path: 'features/company/server/companies/restored-companies.service.ts',
    reason: 'the provider’s log says that a company was restored from a backup',
  },
  {
    path: 'features/intake/server/otlp/receive-export.service.ts',
    reason: 'goes on with the spans that companies left waiting when the portal stopped',
  },
  {
    path: 'features/intake/server/intake-keys/reports/judge-keys.service.ts',
    reason: 'finds the keys of all companies that became silent or failing',
  },
  {
    path: 'features/company/server/maintenance/maintenance.service.ts',
    reason: 'denies and allows changes of the whole installation',
  },
  {
    path: 'features/company/server/operations/operations.service.ts',
    reason: 'the provider sees the state of the installation, and repeats failed jobs',
  },
  {
    path: 'features/company/server/page-views/page-views.service.ts',
    reason: 'views are counted for all companies together',
  },
  {
    path: 'features/people/server/users/waiting-mails.service.ts',
    reason: 'deletes mails in the queue, which is of no company, to deleted users',
  },
  {
    path: 'features/people/server/users/user-life.service.ts',
    reason: 'ends sessions of a deactivated user, and resets a second factor',
  },
  {
    path: 'features/sign-in/server/session/account.service.ts',
    reason: 'a proven new address goes into all memberships',
  },
  { path: 'server/access/user-sign-ins.ts', reason: 'gives a company the address of an account that signs in there' },
  {
    path: 'features/people/server/users/user-update.service.ts',
    reason: 'asks to which companies an account has come before its address changes',
  },
  { path: 'features/sign-in/server/session/sessions.service.ts', reason: 'ends sessions of an account' },
  { path: 'features/sign-in/server/session/session.service.ts', reason: 'lists the companies an account belongs to' },
  {
    path: 'features/sign-in/server/single-sign-on/sign-ins.service.ts',
    reason: 'finds the company that an issuer signs in for',
  },
  {
    path: 'features/sign-in/server/single-sign-on/domains.service.ts',
    reason: 'looks up the verified domains of all companies again',
  },
  {
    path: 'features/sign-in/server/session/company-choices.service.ts',
    reason: 'lists the companies among which a first sign-in chooses',
  },
  {
    path: 'features/sign-in/server/session/choose-company.service.ts',
    reason: 'a person comes in to the chosen company',
  },
  { path: 'features/sign-in/server/session/sign-up.service.ts', reason: 'sign-up makes a company' },
  {
    path: 'features/sign-in/server/session/agreements.repository.ts',
    reason: 'agreements of a pool pass to the account',
  },
  {
    path: 'features/protection/server/retention/expired-rows.repository.ts',
    reason: 'deletes what is past its time, of all companies',
  },
  {
    path: 'features/protection/server/erasure/persons.service.ts',
    reason: 'deletes mails to an erased person, which wait in the queue of all companies',
  },
  {
    path: 'features/protection/server/retention/delete-expired.service.ts',
    reason: 'lists the companies whose conversations end',
  },
  { path: 'features/company/server/files/files.repository.ts', reason: 'deletes unused screenshots of all companies' },
  {
    path: 'features/sign-in/server/session/retention.repository.ts',
    reason: 'deletes unproven sign-ups with their companies',
  },
  {
    path: 'features/mail/server/announcements/announcements.service.ts',
    reason: 'counts the companies that an announcement reaches',
  },
  {
    path: 'features/integrations/server/scheduled-tests.service.ts',
    reason: 'finds the integrations of all companies that are due for a connection test',
  },
  { path: 'server/background/notifications.ts', reason: 'finds out which companies want to be told what' },
  { path: 'server/commands/secrets/secret-rotation.ts', reason: 'encrypts the secrets of all companies anew' },
  { path: 'server/app/compare-zones.ts', reason: 'reads the time zones of all companies, to compare their clocks' },
  { path: 'server/app/inspect-secrets.ts', reason: 'opens the secrets of all companies, to know their keys' },
  { path: 'server/app/super-admins.repository.ts', reason: 'asks whether anyone can sign in' },
  { path: 'server/commands/secrets/backup-keys.ts', reason: 'lists the backups that need an older key' },
  { path: 'server/commands/money/rollups.ts', reason: 'checks and rebuilds the sums of all companies' },
];
