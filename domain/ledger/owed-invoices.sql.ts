/* Conditions and sums on `invoices`, which every sum of debts uses, so that none counts records of the company or credit notes. */

/** The amount that credit notes have left of an invoice. */
export const leftOfInvoice = '(total_ten_thousandths - credited_ten_thousandths)';

/** The rest of an invoice that is owed: less what credit notes give back and what was paid. */
export const owedOfInvoice = '(total_ten_thousandths - credited_ten_thousandths - paid_ten_thousandths)';

/** Whether nothing of an invoice is left, so that its month can have another one. */
export const isCredited = '(credited_ten_thousandths > 0 and credited_ten_thousandths = total_ten_thousandths)';

/** Whether the provider can claim an invoice: it is issued, not paid and not wholly credited. */
export const isOwed = `(not is_own and kind = 'invoice' and status = 'Pending' and not ${isCredited})`;
