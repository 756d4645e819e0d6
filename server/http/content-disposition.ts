/** Characters that RFC 8187 leaves unencoded. */
const plain = /[A-Za-z0-9!#$&+.^_`|~-]/;

/** The `Content-Disposition` of a download (RFC 6266): the name in ASCII for old browsers, and in UTF-8 (RFC 8187). */
export function toContentDisposition(name: string): string {
  const wellFormed = name.toWellFormed();
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
