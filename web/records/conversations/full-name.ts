/** A name as figures and the log compare and show it. */
export function toFullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
