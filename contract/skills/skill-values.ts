/** Words of the skill store (section 3), which pages carry without the schemas. */

export const skillAreas = [
  { key: 'FI', label: 'Finance' },
  { key: 'MM', label: 'Material Management' },
  { key: 'SD', label: 'Sales and Distribution' },
  { key: 'CO', label: 'Controlling' },
  { key: 'BS', label: 'Basis' },
  { key: 'General', label: 'General' },
] as const;
export type SkillArea = (typeof skillAreas)[number]['key'];

export const domains = [
  { key: 'ERP', label: 'Enterprise Resource Planning (ERP)' },
  { key: 'Communication', label: 'Communication tools' },
] as const;
export type Domain = (typeof domains)[number]['key'];

/** The vendors that skills come from; the wire has the provider's name for `provider`. */
export const skillVendors = ['SAP', 'provider'] as const;

/** Section 8: one text for whatever is missing in the form. */
export const incompleteSkillMessage = 'All fields are required!';

export const maxCommands = 50;
export const maxScreenshots = 20;

/** How an uploaded screenshot stands in the list of addresses: a path of the API, with the key of the file. */
const uploaded = /^\/api\/files\/([A-Za-z0-9_-]{22})$/;

export const toScreenshotAddress = (fileKey: string) => `/api/files/${fileKey}`;

/** The key of an uploaded screenshot; undefined for an address elsewhere. */
export function findScreenshotKey(address: string): string | undefined {
  return uploaded.exec(address)?.[1];
}
