/** A file with its content type, as it lies in the archive. */
export const toArchived = (bytes: Uint8Array, contentType: string): Buffer =>
  Buffer.concat([Buffer.from(`${contentType}\n`), bytes]);

export function parseArchived(archived: Buffer): { readonly bytes: Buffer; readonly contentType: string } {
  const end = archived.indexOf(10);
  return { contentType: archived.subarray(0, end).toString(), bytes: archived.subarray(end + 1) };
}
