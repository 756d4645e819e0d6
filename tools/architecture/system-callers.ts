/**
 * Files, or folders with a slash at the end, that may open system transactions (`withSystem`), and the reason. All other
 * files use `withCompany`. A new entry needs one in `systemReasons` of server/database/open-database.ts too.
 */
export const systemCallers: readonly { readonly path: string; readonly reason: string }[] = [
  { path: 'server/database/changes/', reason: 'portals tell each other whose conversations changed' },
  { path: 'server/commands/bootstrap.ts', reason: 'makes the first company of an installation' },
  { path: 'server/background/close-periods.ts', reason: 'closes the ended months of all companies' },
  {
    path: 'server/database/migrations/partitions.ts',
    reason: 'makes the tables of a month, for all companies together',
  },
  { path: 'server/domain/search/search-index-passes.ts', reason: 'lists the companies that are to be indexed' },
  { path: 'server/background/audit-chain.ts', reason: 'lists the companies whose audit chains are signed' },
  { path: 'server/commands/audit-verify.ts', reason: 'lists all companies, to verify their audit chains' },
  { path: 'server/records/audit-chain/adopt-entries.ts', reason: 'lists all companies, to seal older audit entries' },
  { path: 'server/http/shared-web-files.ts', reason: 'shares the files of the pages among portals of all versions' },
  { path: 'server/backup/', reason: 'copies the whole database and records it' },
  { path: 'server/background/scheduled-backups.ts', reason: 'asks when the last backup was made' },
  { path: 'server/demo/', reason: 'makes the demo companies' },
  {
    path: 'server/features/imports/import-room.service.ts',
    reason: 'sums up what the files of imports of all companies take of the disk',
  },
  {
    path: 'server/features/imports/control-imports.service.ts',
    reason: 'finds the files of imports of all companies that expired',
  },
  {
    path: 'server/domain/tasks/',
    reason: 'finds the tasks of all companies that expired, or that a portal of before has made',
  },
  { path: 'server/features/companies/companies.service.ts', reason: 'the provider sees and admits companies' },
  {
    path: 'server/features/companies/suspension.service.ts',
    reason: 'the provider suspends and reactivates companies',
  },
  { path: 'server/features/companies/deletion.service.ts', reason: 'the provider deletes companies' },
  { path: 'server/features/companies/deleted-companies.service.ts', reason: 'lists and signs what was deleted' },
  {
    path: 'server/features/intake/otlp/receive-export.service.ts',
    reason: 'goes on with the spans that companies left waiting when the portal stopped',
  },
  {
    path: 'server/features/intake-keys/reports/judge-keys.service.ts',
    reason: 'finds the keys of all companies that became silent or failing',
  },
  {
    path: 'server/features/operations/operations.service.ts',
    reason: 'the provider sees the state of the installation, and repeats failed jobs',
  },
  { path: 'server/features/page-views/page-views.service.ts', reason: 'views are counted for all companies together' },
  {
    path: 'server/features/users/waiting-mails.service.ts',
    reason: 'deletes mails in the queue, which is of no company, to deleted users',
  },
  {
    path: 'server/features/users/user-life.service.ts',
    reason: 'ends sessions of a deactivated user, and resets a second factor',
  },
  { path: 'server/features/session/account.service.ts', reason: 'a proven new address goes into all memberships' },
  { path: 'server/access/user-sign-ins.ts', reason: 'gives a company the address of an account that signs in there' },
  {
    path: 'server/features/users/user-update.service.ts',
    reason: 'asks to which companies an account has come before its address changes',
  },
  { path: 'server/features/session/sessions.service.ts', reason: 'ends sessions of an account' },
  { path: 'server/features/session/session.service.ts', reason: 'lists the companies an account belongs to' },
  {
    path: 'server/features/single-sign-on/sign-ins.service.ts',
    reason: 'finds the company that an issuer signs in for',
  },
  {
    path: 'server/features/single-sign-on/domains.service.ts',
    reason: 'looks up the verified domains of all companies again',
  },
  {
    path: 'server/features/session/company-choices.service.ts',
    reason: 'lists the companies among which a first sign-in chooses',
  },
  {
    path: 'server/features/session/choose-company.service.ts',
    reason: 'a person comes in to the chosen company',
  },
  { path: 'server/features/session/sign-up.service.ts', reason: 'sign-up makes a company' },
  { path: 'server/features/session/agreements.repository.ts', reason: 'agreements of a pool pass to the account' },
  {
    path: 'server/features/retention/expired-rows.repository.ts',
    reason: 'deletes what is past its time, of all companies',
  },
  {
    path: 'server/features/erasure/persons.service.ts',
    reason: 'deletes mails to an erased person, which wait in the queue of all companies',
  },
  {
    path: 'server/features/retention/delete-expired.service.ts',
    reason: 'lists the companies whose conversations end',
  },
  { path: 'server/features/files/files.repository.ts', reason: 'deletes unused screenshots of all companies' },
  { path: 'server/features/session/retention.repository.ts', reason: 'deletes unproven sign-ups with their companies' },
  {
    path: 'server/features/mails/announcements/announcements.service.ts',
    reason: 'counts the companies that an announcement reaches',
  },
  {
    path: 'server/features/integrations/scheduled-tests.service.ts',
    reason: 'finds the integrations of all companies that are due for a connection test',
  },
  { path: 'server/background/notifications.ts', reason: 'finds out which companies want to be told what' },
  { path: 'server/commands/secret-rotation.ts', reason: 'encrypts the secrets of all companies anew' },
  { path: 'server/app/inspect-secrets.ts', reason: 'opens the secrets of all companies, to know their keys' },
  { path: 'server/app/super-admins.repository.ts', reason: 'asks whether anyone can sign in' },
  { path: 'server/commands/backup-keys.ts', reason: 'lists the backups that need an older key' },
  { path: 'server/commands/rollups.ts', reason: 'checks and rebuilds the sums of all companies' },
];
