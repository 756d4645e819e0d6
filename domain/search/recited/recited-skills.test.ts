import { expect, test } from 'vitest';
import { createRecitalFilter } from './recited-skills.ts';

const leaveOut = createRecitalFilter(['Invoice status', 'Stock check', 'Leave request', 'Payslip', 'Überstunden']);

test.each([
  [
    'I can help with:\n- Invoice status\n- Stock check\n- Leave request\nWhat do you need?',
    'I can help with:\nWhat do you need?',
  ],
  [
    '1. **Invoice status**: whether an invoice is paid\n2. **Stock check**: what is left\n3. Payslip – of each month',
    'whether an invoice is paid\nwhat is left\nof each month',
  ],
  [
    'Stock check: 42 of A-17 left\n**Invoice status:** 4711 and 4712 are unpaid\nPayslip: sent to Mari',
    '42 of A-17 left\n4711 and 4712 are unpaid\nsent to Mari',
  ],
  ['I know Payslip, stock check, Überstunden and Invoice status.', 'I know Payslip'],
  ['Ich kann: Stock check; Payslip oder ÜBERSTUNDEN.', 'Ich kann'],
])('the skills that %j lists are left out', (text, rest) => {
  expect(leaveOut(text)).toBe(rest);
});

test.each([
  'Invoice status: paid',
  'Is Invoice status or Stock check what you need?',
  'Your invoice, its status, the stock and the leave request are ready.',
  'Invoice status\nInvoice status\nInvoice status',
])('%j stays as it is', (text) => {
  expect(leaveOut(text)).toBe(text);
});

test('a company of two skills has no list of them', () => {
  expect(createRecitalFilter(['A', 'B'])('A, B, A')).toBe('A, B, A');
});
