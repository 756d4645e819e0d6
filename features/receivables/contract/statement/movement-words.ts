/** The kinds of movements on screens and in files. Without schemas, because the browser reads it. */
export const movementWords = { invoice: 'Invoice', creditNote: 'Credit note', payment: 'Payment' } as const;
