import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { mailKinds, type MailKind } from '#features/mail/contract/mail-kinds.ts';
import { runSql } from './sql/run-sql.ts';
import { buildUser } from '../database/testing/builders.ts';
import { settingColumns } from '#features/mail/server/plan/notification-subscribers.repository.ts';
import { readConfig } from '../config/config.ts';
import { createReadReportFigures } from '../app/sources/report-figures.ts';
import { notifyAllCompanies, type Notifications } from '../background/notifications.ts';
import type { TestPortal } from './test-portal.ts';

const euro = 10_000;

export interface SubscribedTestCompany {
  readonly id: string;
  /** Addresses of the SuperAdmin and the Admin. */
  readonly emails: readonly string[];
  /** The reported skill of all usage events. */
  readonly skill: { readonly number: number; readonly id: string };
}

interface TestMail {
  readonly recipient: string;
  readonly subject: string;
  readonly kind: MailKind;
  readonly text: string;
}

/** Companies with administrators, a limit and usage events, and runs of the notification check. */
export function useNotificationSubscribers(portal: () => TestPortal) {
  async function run<Row extends object>(companyId: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const rows = await portal().database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));
    return rows;
  }

  function toNotifications(): Notifications {
    const { database, adapters, clock } = portal();
    const { unsubscribeTokens } = adapters;
    const { provider } = readConfig({});
    const readFigures = createReadReportFigures({ database, workers: adapters.workers, clock, provider });
    const log = pino({ level: 'silent' });
    return { database, mails: adapters.mails, unsubscribeTokens, readFigures, provider, clock, log };
  }

  async function want(companyId: string, ...kinds: MailKind[]): Promise<void> {
    const flags = mailKinds.map((kind) => `${settingColumns[kind]} = ${kinds.includes(kind)}`);
    await run(companyId, `update notification_settings set ${flags.join(', ')}`);
  }

  const listHistory = ({ id }: SubscribedTestCompany) =>
    run<TestMail>(id, 'select recipient, subject, kind, body_text as text from sent_mails order by made_at, recipient');

  return {
    run,
    toNotifications,
    want,
    listHistory,
    setClock: (instant: string) => portal().clock.advance(Date.parse(instant) - portal().clock.now().getTime()),
    /** A company with a limit of 100 euros and two administrators that subscribe to these kinds. */
    async makeCompany(...kinds: MailKind[]): Promise<SubscribedTestCompany> {
      const { id, superAdmin } = await portal().makeCompany({ name: `Company ${randomUUID().slice(0, 8)}` });
      const admin = await buildUser(portal().database, id, { roles: ['Admin'] });
      await buildUser(portal().database, id, { roles: ['User'] });
      await run(id, 'insert into company_limits (limit_ten_thousandths) values ($1)', [100 * euro]);
      const [skill] = await run<{ number: number; id: string }>(
        id,
        `insert into reported_skills (name, name_key) values ('Leave requests', 'leave') returning number, id`,
      );
      if (!skill) throw new Error('the insert returned no row');
      await want(id, ...kinds);
      return { id, emails: [superAdmin.email, admin.email], skill };
    },
    /** A usage event, a second later than what was before. */
    spend: ({ id, skill }: SubscribedTestCompany, day: string, euros: number) => {
      portal().clock.advance(1000);
      return run(
        id,
        `insert into usage_daily (day, skill_number, price_ten_thousandths, requests) values ($1, $2, $3, 1)
          on conflict (company_id, day, skill_number, price_ten_thousandths)
          do update set requests = usage_daily.requests + 1`,
        [day, skill.number, Math.round(euros * euro)],
      );
    },
    listKeys: async ({ id }: SubscribedTestCompany) =>
      (await run<{ key: string }>(id, 'select key from notification_log order by made_at, key')).map(({ key }) => key),
    /** Runs the check of all companies once; returns the number of mails to this company. */
    async check(company: SubscribedTestCompany): Promise<number> {
      const before = await listHistory(company);
      await notifyAllCompanies(toNotifications());
      return (await listHistory(company)).length - before.length;
    },
  };
}
