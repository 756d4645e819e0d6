import { expect, test } from 'vitest';
import { toContentDisposition } from './content-disposition.ts';

test.each([
  ['ACME-2026-0007.pdf', `attachment; filename="ACME-2026-0007.pdf"; filename*=UTF-8''ACME-2026-0007.pdf`],
  ['pärnu "7".pdf', `attachment; filename="parnu _7_.pdf"; filename*=UTF-8''p%C3%A4rnu%20%227%22.pdf`],
  ['a\r\nX: y.pdf', `attachment; filename="a__X: y.pdf"; filename*=UTF-8''a__X%3A%20y.pdf`],
  ['../a\\b.pdf', `attachment; filename=".._a_b.pdf"; filename*=UTF-8''.._a_b.pdf`],
  ['a\u202Efdp.exe', `attachment; filename="a_fdp.exe"; filename*=UTF-8''a_fdp.exe`],
  ['発.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%E7%99%BA.pdf`],
  ["100%'s.pdf", `attachment; filename="100_'s.pdf"; filename*=UTF-8''100%25%27s.pdf`],
])('the file %j is named by a header without anything that could end it', (name, header) => {
  expect(toContentDisposition(name)).toBe(header);
});
