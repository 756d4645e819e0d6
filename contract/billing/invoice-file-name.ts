/** What no file system takes, what is not seen, and what turns the direction of a text. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
/** Names of devices, which Windows keeps for itself whatever follows the dot. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The name under which an invoice's PDF is saved: its number, made harmless, with `.pdf`. */
export function toInvoiceFileName(invoiceId: string): string {
  const name = invoiceId
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/gu, '');
  if (name === '') return 'invoice.pdf';
  return `${reserved.test(name) ? '_' : ''}${name}.pdf`;
}
