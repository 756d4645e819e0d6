/**
 * Why code may look across companies. Each is something that has no company yet, or belongs to none; anything else
 * goes through `withCompany`. Adding one is a decision: say here what it does.
 */
export const systemReasons = {
  'memberships.find': 'which companies an account is a user of, and in which roles, before one is chosen',
  'session.sign-up': 'a new company with its first user, settings and agreements',
  'sign-ups.delete': 'sign-ups that nobody proved, with the companies they made',
  'session.email-change': 'a proven new address goes into all memberships of the account',
  'session.two-factor': 'a second factor changes together with its entry in the log',
  'companies.list': 'the provider sees the companies it serves',
  'companies.approve': 'the provider lets a signed-up company in',
  'page-views.count': 'views are counted per day and path for all companies together',
  'old-rows.delete': 'idempotency keys and facts of spans past their time, of all companies',
  'screenshots.delete': 'uploaded screenshots that no skill names, of all companies',
  'intake.partitions': 'the tables of a month are made, which hold the conversations of all companies',
  'otlp.resume': 'which companies have spans that waited for others when the portal stopped',
  'rollups.check': 'which companies there are, when the roll-ups of all are checked or rebuilt',
  'periods.close': 'which companies there are, when their ended months are closed',
  'notices.make': 'which companies want to be told what, and the latest announcements of the provider',
  'secrets.rotate': 'secrets of integrations and second factors are encrypted anew with the present key',
  'demo.seed': 'the demo companies on the first start',
  'bootstrap.create': 'the first company and SuperAdmin of an installation',
} as const satisfies Record<string, string>;

export type SystemReason = keyof typeof systemReasons;
