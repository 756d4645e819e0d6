import { demoCompanies, toSapId } from './demo-companies.ts';
import type { Language } from './languages.ts';
import type { Person, Script } from './script.ts';
import { budgetReport } from './scripts/budget-report.ts';
import { canteenMenu } from './scripts/canteen-menu.ts';
import { customerCredit } from './scripts/customer-credit.ts';
import { customsStatus } from './scripts/customs-status.ts';
import { deliveryTracking } from './scripts/delivery-tracking.ts';
import { dockSchedule } from './scripts/dock-schedule.ts';
import { goodsReceipt } from './scripts/goods-receipt.ts';
import { invoiceStatus } from './scripts/invoice-status.ts';
import { itTicket } from './scripts/it-ticket.ts';
import { leaveRequest } from './scripts/leave-request.ts';
import { passwordReset } from './scripts/password-reset.ts';
import { payslip } from './scripts/payslip.ts';
import { purchaseOrderApproval } from './scripts/purchase-order-approval.ts';
import { shipmentBooking } from './scripts/shipment-booking.ts';
import { stockCheck } from './scripts/stock-check.ts';
import { timesheet } from './scripts/timesheet.ts';
import { travelExpenses } from './scripts/travel-expenses.ts';
import { vendorMasterData } from './scripts/vendor-master-data.ts';

/** A user of the assistant in the demo. */
export interface CastUser extends Person {
  readonly language: Language;
  /** Relative frequency. */
  readonly weight: number;
  /** The key by which the assistant reports this user. */
  readonly namedBy: 'email' | 'sapId' | 'id';
  readonly isTechnical: boolean;
}

/** Users and scripts of one company. */
export interface CompanyCast {
  /** Part of conversation ids, so that those of two companies differ. */
  readonly slug: string;
  readonly companyName: string;
  readonly timeZone: string;
  /** Conversations on an average working day in the middle of the two years. */
  readonly perWorkday: number;
  readonly people: readonly CastUser[];
  readonly scripts: readonly Script[];
}

const providedScripts = [
  leaveRequest,
  purchaseOrderApproval,
  passwordReset,
  invoiceStatus,
  stockCheck,
  travelExpenses,
  itTicket,
  payslip,
  timesheet,
];
const acmeScripts = [goodsReceipt, vendorMasterData, budgetReport, customerCredit, deliveryTracking, canteenMenu];
const globexScripts = [shipmentBooking, dockSchedule, customsStatus];

const finns = new Set(['Virtanen', 'Laine']);
const germans = new Set(['Weber', 'Vogel', 'Brandt']);
const estonians = new Set(['Kask', 'Tamm', 'Sepp', 'Pärn', 'Lepik', 'Kallas', 'Saar', 'Oja', 'Rebane', 'Mets']);

function guessLanguage(lastName: string, domain: string): Language {
  if (domain === 'globex.example') return 'nl';
  if (finns.has(lastName)) return 'fi';
  if (germans.has(lastName)) return 'de';
  return estonians.has(lastName) ? 'et' : 'en';
}

function castCompany(companyName: string, strangers: readonly CastUser[]): readonly CastUser[] {
  const company = demoCompanies.find(({ name }) => name === companyName);
  const users = (company?.users ?? []).map(({ firstName, lastName, email, roles }, index) => ({
    firstName,
    lastName,
    email,
    sapId: toSapId(lastName),
    language: guessLanguage(lastName, email.split('@')[1] ?? ''),
    // Few users with many conversations and many with few, spread over the list.
    weight: 1 + 14 / (1 + ((index * 7 + 12) % 29)),
    // SAP logins of the demo are unique, so that both keys resolve to the same user.
    namedBy: index % 5 === 4 ? ('sapId' as const) : ('email' as const),
    isTechnical: roles.includes('TechnicalUser'),
  }));
  return [...users, ...strangers];
}

/** A reported user without a user of the company: contractors and a test robot. */
function stranger(name: string, domain: string, values: Partial<CastUser> = {}): CastUser {
  const [firstName = '', lastName = ''] = name.split(' ');
  const email = `${firstName}.${lastName}@${domain}`.toLowerCase();
  const sapId = toSapId(lastName);
  return { firstName, lastName, email, sapId, language: 'en', weight: 1, namedBy: 'id', isTechnical: false, ...values };
}

export const companyCasts: readonly CompanyCast[] = [
  {
    slug: 'acme',
    companyName: 'Acme Manufacturing',
    timeZone: 'Europe/Tallinn',
    perWorkday: 23,
    people: castCompany('Acme Manufacturing', [
      stranger('Siim Raudsepp', 'contractor.example', { language: 'et', weight: 2 }),
      stranger('Petra Lang', 'contractor.example', { language: 'de', namedBy: 'email' }),
      stranger('Regression Test', 'test.acme.example', { isTechnical: true, weight: 2 }),
    ]),
    scripts: [...providedScripts, ...acmeScripts],
  },
  {
    slug: 'globex',
    companyName: 'Globex Logistics',
    timeZone: 'Europe/Tallinn',
    perWorkday: 4.8,
    people: castCompany('Globex Logistics', [stranger('Joost Kuiper', 'haulier.example', { language: 'nl' })]),
    scripts: [...globexScripts, passwordReset, leaveRequest, itTicket, invoiceStatus, timesheet],
  },
];
