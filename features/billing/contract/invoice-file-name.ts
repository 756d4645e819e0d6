/** Characters that file systems refuse, invisible ones, and those that change the writing direction. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
/** Device names, which Windows reserves with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The file name of an invoice: its number without the characters above, with an ending. */
export function toInvoiceFileName(invoiceId: string, ending = '.pdf'): string {
  const name = invoiceId
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/gu, '');
  if (name === '') return `invoice${ending}`;
  return `${reserved.test(name) ? '_' : ''}${name}${ending}`;
}

/** Endings of an invoice as XML by its syntax: that of Factur-X is the file in its PDF. */
export const xmlEndings = { cii: '-factur-x.xml', ubl: '-ubl.xml' } as const;
