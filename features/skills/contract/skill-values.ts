/** Values of the skill store (section 3). Without schemas, so that pages load them without zod. */

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

/** The service providers of skills; in the API the name of the provider stands for `provider`. */
export const skillVendors = ['SAP', 'provider'] as const;

/** Section 8: one message for every missing field of the form. */
export const incompleteSkillMessage = 'All fields are required!';

export const maxCommands = 50;
export const maxScreenshots = 20;

/** The entry of an uploaded screenshot in the list of addresses: a path of the API with the key of the file. */
const uploaded = /^\/api\/files\/([A-Za-z0-9_-]{22})$/;

export const toScreenshotAddress = (fileKey: string) => `/api/files/${fileKey}`;

/** The key of an uploaded screenshot; undefined for an address elsewhere. */
export function findScreenshotKey(address: string): string | undefined {
  return uploaded.exec(address)?.[1];
}
