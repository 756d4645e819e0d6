import { beforeEach } from 'vitest';
import type { Invoice, InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { readConfig } from '#server/config/config.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { closePeriods } from '../close-period.service.ts';
import { setAddress, setCreatedAt } from '#server/database/testing/builders.ts';
import { addRuns, reportSkill } from './ledger.ts';

interface BilledCompany {
  readonly superAdmin: TestUser;
  /** The number of its one reported skill. */
  readonly skill: number;
  /** The first day of the present month. */
  readonly month: string;
}

/** The number that follows in its series. */
export const toNextNumber = (invoiceId = '', by = 1): string =>
  `${invoiceId.slice(0, -4)}${String(Number(invoiceId.slice(-4)) + by).padStart(4, '0')}`;

/** A company for each test that has been billed for four months, and what its tests do with it. */
export function prepareClosing() {
  const portal = useTestPortal();
  let company: BilledCompany | undefined;
  let made = 0;
  const get = (): BilledCompany => {
    if (!company) throw new Error('The company is made before each test.');
    return company;
  };
  const monthsAgo = (count: number) => addMonths(get().month, -count);
  const dayOf = (first: string, day = 15) => `${first.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const call = async (path: string) => (await portal().call(path, { as: get().superAdmin })).body;
  const closing = (graceDays = 0, settings: Record<string, string> = {}) => ({
    database: portal().database,
    files: portal().adapters.files,
    provider: { ...readConfig(settings).provider, graceDays },
    workers: portal().adapters.workers,
    clock: portal().clock,
  });
  beforeEach(async () => {
    const { database, clock } = portal();
    made += 1;
    const { superAdmin } = await portal().makeCompany({ name: `Closing${'x'.repeat(made)} AS` });
    const month = getMonth(getDay(clock.now().getTime(), 'Europe/Tallinn'));
    await setCreatedAt(database, superAdmin.companyId, `${addMonths(month, -4)}T12:00:00Z`);
    await setAddress(database, superAdmin.companyId);
    company = { superAdmin, month, skill: await reportSkill(database, superAdmin.companyId, 'Leave request') };
  });
  return {
    portal,
    company: get,
    closing,
    monthsAgo,
    dayOf,
    close: (only?: string) => closePeriods(closing(), get().superAdmin.companyId, only),
    list: async () => (await call('/company/billing')) as Invoice[],
    read: async (id: string) => (await call(`/company/billing/${id}`)) as InvoiceDetails,
    /** Runs of a skill in the middle of a month. */
    add: (first: string, price: number, count = 1, skill = get().skill) =>
      addRuns(portal().database, get().superAdmin.companyId, [{ day: dayOf(first), skill, price, count }]),
    /** A token that is good after the clock was moved. */
    signInAgain: async () => {
      const { superAdmin } = get();
      const token = await portal().fetchToken(await portal().signIn(superAdmin.email));
      company = { ...get(), superAdmin: { ...superAdmin, token } };
    },
  };
}
