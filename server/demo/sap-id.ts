/** The SAP login of somebody in the demo: the last name in capital letters of A to Z, eight at most. */
export function toSapId(lastName: string): string {
  return lastName
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, 8);
}
