import { expect, test } from 'vitest';
import { toInvoiceFileName } from './invoice-file-name.ts';

test.each([
  ['ACME-2026-0007', 'ACME-2026-0007.pdf'],
  ['2026/11 "final"', '2026_11 _final_.pdf'],
  ['..\\..\\etc/passwd', '_.._etc_passwd.pdf'],
  ['a\r\nSet-Cookie: x', 'a_Set-Cookie_ x.pdf'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe.pdf'],
  ['Arve №7 🧾', 'Arve №7 🧾.pdf'],
  ['CON', '_CON.pdf'],
  [' . ', 'invoice.pdf'],
])('the number %j is saved as %j', (number, name) => {
  expect(toInvoiceFileName(number)).toBe(name);
});
