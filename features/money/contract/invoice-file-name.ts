/** Characters that file systems refuse, invisible ones, and those that change the writing direction. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
/** Device names, which Windows reserves with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The file name of an invoice's PDF: the invoice number without the characters above, with `.pdf`. */
export function toInvoiceFileName(invoiceId: string): string {
  const name = invoiceId
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/gu, '');
  if (name === '') return 'invoice.pdf';
  return `${reserved.test(name) ? '_' : ''}${name}.pdf`;
}
