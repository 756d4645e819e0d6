/** Facts of vendors, for the tables `vendors.ts` and `ai-vendors.ts`. Without schemas, so that pages load them without zod. */

export const categories = [
  { key: 'ERP', label: 'ERP' },
  { key: 'CRM', label: 'CRM' },
  { key: 'TP', label: 'Technology Provider' },
  { key: 'CT', label: 'Communication tools' },
] as const;
export type Category = (typeof categories)[number]['key'];

/** Which of the two forms of section 5 a service has. */
export type FormKind = 'ai' | 'system';

export type CredentialField = 'url' | 'hostname' | 'port' | 'username' | 'password' | 'client';
export const identifierFields = [
  'workspaceId',
  'classifierId',
  'collectionId',
  'environmentId',
  'modelId',
  'region',
  'deployment',
  'apiVersion',
] as const;
export type IdentifierField = (typeof identifierFields)[number];
export type FieldName = 'name' | 'serviceName' | CredentialField | IdentifierField;

export interface VendorService {
  /** In the API and in addresses. */
  readonly key: string;
  readonly label: string;
  /** One sentence for the catalogue. */
  readonly purpose: string;
  readonly category: Category;
  readonly form: FormKind;
  /** In the order of the form. */
  readonly fields: readonly FieldName[];
  /** Fields that may be left empty. */
  readonly optional?: readonly FieldName[];
  /** Labels of fields that the service calls differently. */
  readonly labels?: Readonly<Partial<Record<FieldName, string>>>;
  /** Initial values of the form of a new integration. */
  readonly initial?: Readonly<Partial<Record<FieldName, string>>>;
}

/** Facts of a vendor beside its key. */
export interface VendorFacts {
  /** In addresses. */
  readonly slug: string;
  /** Empty for the provider. */
  readonly label: string;
  /** The category by which the filter finds the vendor (section 3). */
  readonly categories: readonly Category[];
  /** Whether the provider filter offers it (section 9). */
  readonly isFilterOption: boolean;
  readonly services: readonly VendorService[];
}
