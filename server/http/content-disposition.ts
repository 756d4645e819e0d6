/** Characters that RFC 8187 leaves unencoded. */
const plain = /[A-Za-z0-9!#$&+.^_`|~-]/;

/** Signs that lead to another folder, end a line or turn the order of letters, so that a name looks like another one. */
// oxlint-disable-next-line no-control-regex -- those are meant
const misleading = /[/\\\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g;

/** The `Content-Disposition` of a download (RFC 6266): the name in ASCII for old browsers, and in UTF-8 (RFC 8187). */
export function toContentDisposition(name: string): string {
  const wellFormed = name.toWellFormed().replaceAll(misleading, '_');
  const ascii = wellFormed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]|["\\%]/g, '_');
  const encoded = Array.from(Buffer.from(wellFormed), (byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded.join('')}`;
}
