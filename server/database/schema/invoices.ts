import { bigint, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { companyId, createdAt, updatedAt, version } from './columns.ts';

/** Dates are calendar days as text; `period` is the first day of the closed month. */
export const invoices = pgTable(
  'invoices',
  {
    companyId: companyId(),
    id: uuid('id').notNull().defaultRandom(),
    invoiceId: text('invoice_id').notNull(),
    company: text('company').notNull().default(''),
    issueDate: date('issue_date', { mode: 'string' }).notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    totalTenThousandths: bigint('total_ten_thousandths', { mode: 'number' }).notNull(),
    status: text('status', { enum: ['Pending', 'Paid'] })
      .notNull()
      .default('Pending'),
    period: date('period', { mode: 'string' }),
    seriesYear: smallint('series_year'),
    seriesNumber: integer('series_number'),
    pdfKey: text('pdf_key'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    companyId: companyId(),
    invoiceId: uuid('invoice_id').notNull(),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    skillId: uuid('skill_id'),
    requests: integer('requests'),
    priceTenThousandths: bigint('price_ten_thousandths', { mode: 'number' }),
    totalTenThousandths: bigint('total_ten_thousandths', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.invoiceId, table.position] })],
);

export const invoicedRequests = pgTable(
  'invoiced_usage',
  {
    companyId: companyId(),
    invoiceId: uuid('invoice_id').notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    skillNumber: integer('skill_number').notNull(),
    priceTenThousandths: bigint('price_ten_thousandths', { mode: 'number' }).notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.companyId, table.invoiceId, table.month, table.skillNumber, table.priceTenThousandths],
    }),
  ],
);
