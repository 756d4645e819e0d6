/** The problems of bank statements and payments, as `problems.ts` lists them. */
export const paymentProblems = {
  'payments.unreadable': { status: 422, message: 'This file could not be read as a bank statement (CAMT.053).' },
  'payments.other-account': { status: 409, message: 'This statement is of another bank account.' },
  'payments.other-currency': { status: 409, message: 'This statement is not in euros.' },
  'payments.preview-stale': {
    status: 409,
    message: 'What this file would do has changed since you looked at it. Look at it again.',
  },
  'payments.not-owed': { status: 409, message: 'Nothing is owed for this invoice.' },
  'payments.no-rest': { status: 409, message: 'Nothing of this bank entry is left to assign.' },
  'payments.not-returnable': { status: 409, message: 'This bank entry is no payment that can be taken back by it.' },
} as const;
