import { isBlank } from '#contract/fields.ts';
import type { FieldName, FormKind, VendorService } from './vendor-facts.ts';
import { findService, vendors, type Vendor } from './vendors.ts';
import { isHostname, isPort, isWebAddress } from '#contract/web-addresses.ts';

/** A field of the forms of section 5: its label, and its messages where the value is missing or blank. */
export interface IntegrationField {
  readonly name: FieldName;
  readonly label: string;
  readonly kind: 'text' | 'url' | 'host' | 'port' | 'client' | 'password' | 'region' | 'apiVersion';
  readonly isRequired: boolean;
  /** Masked and disabled for actors without the capability (section 5). */
  readonly isConfidential: boolean;
  readonly requiredMessage: string;
  readonly emptyMessage: string;
}

interface FieldKind {
  readonly label: string;
  readonly kind?: IntegrationField['kind'];
  readonly isConfidential?: true;
}

const fieldKinds: Readonly<Record<FieldName, FieldKind>> = {
  name: { label: 'Name' },
  serviceName: { label: 'Service Name' },
  url: { label: 'URL', kind: 'url', isConfidential: true },
  hostname: { label: 'Hostname', kind: 'host', isConfidential: true },
  port: { label: 'Port', kind: 'port', isConfidential: true },
  client: { label: 'Client', kind: 'client', isConfidential: true },
  username: { label: 'Username', isConfidential: true },
  password: { label: 'Password', kind: 'password', isConfidential: true },
  workspaceId: { label: 'Workspace ID', isConfidential: true },
  classifierId: { label: 'Classifier ID', isConfidential: true },
  collectionId: { label: 'Collection ID', isConfidential: true },
  environmentId: { label: 'Environment ID', isConfidential: true },
  modelId: { label: 'Model ID', isConfidential: true },
  region: { label: 'Region', kind: 'region', isConfidential: true },
  deployment: { label: 'Deployment', isConfidential: true },
  apiVersion: { label: 'API version', kind: 'apiVersion', isConfidential: true },
};

const formMessages: Readonly<Record<FormKind, (label: string) => { required: string; empty: string }>> = {
  ai: () => ({ required: 'The field is required!', empty: 'The field can not be empty!' }),
  system: (label) => ({ required: `The ${label} field is required!`, empty: `The ${label} can not be empty!` }),
};

/** The fields of a service's form, in its order. */
export function listFields({ form, fields, optional = [], labels = {} }: VendorService): IntegrationField[] {
  return fields.map((name) => {
    const { label: usual, kind = 'text', isConfidential = false } = fieldKinds[name];
    const label = labels[name] ?? usual;
    const { required, empty } = formMessages[form](label);
    const messages = { requiredMessage: required, emptyMessage: empty };
    return { name, label, kind, isRequired: !optional.includes(name), isConfidential, ...messages };
  });
}

/**
 * Fields that direct the credentials to another system: where one of them changes, the password has to be typed again.
 */
export const targetFields = ['url', 'hostname', 'port', 'username'] as const;

export const passwordAgainMessage = 'Please re-enter the password when changing the address or username.';

export const portMessage = 'The input must be a port number from 1 to 65535.';

const shapeRules: Partial<Record<IntegrationField['kind'], { isGood: (text: string) => boolean; message: string }>> = {
  url: { isGood: (text) => isWebAddress(text), message: 'The input is not valid URL!' },
  host: { isGood: isHostname, message: 'The input is not a valid Hostname!' },
  port: {
    isGood: (text) => /^\d{1,5}$/.test(text) && isPort(Number(text)),
    message: portMessage,
  },
  // Part of a host name.
  region: {
    isGood: (text) => /^(global|[a-z]{2,12}(-[a-z]{2,12}){1,2}-?\d{1,2})$/.test(text),
    message: 'The input is not a region, e.g. eu-central-1 or europe-west4.',
  },
  apiVersion: {
    isGood: (text) => /^[\w.-]{1,40}$/.test(text),
    message: 'The input is not an API version, e.g. 2024-10-21.',
  },
  client: { isGood: (text) => /^\d{3}$/.test(text), message: 'The client is three digits, e.g. 100.' },
};

export type FieldValues = { readonly [Name in FieldName]?: string | number | null | undefined };

/** The problems of the values of a service's form, by field. `hasPassword`: a password is stored, and stays. */
export function judgeFields(service: VendorService, values: FieldValues, { hasPassword }: { hasPassword: boolean }) {
  return listFields(service).flatMap((field) => {
    const isKept = field.kind === 'password' && hasPassword;
    const message = judgeField(field, toText(values[field.name]), isKept || !field.isRequired);
    return message === undefined ? [] : [{ path: field.name, message }];
  });
}

const toText = (value: string | number | null | undefined) => (value === undefined || value === null ? '' : `${value}`);

function judgeField(field: IntegrationField, text: string, mayBeMissing: boolean): string | undefined {
  if (text === '') return mayBeMissing ? undefined : field.requiredMessage;
  if (isBlank(text)) return field.emptyMessage;
  const rule = shapeRules[field.kind];
  return rule && !rule.isGood(text) ? rule.message : undefined;
}

/** Fields that hold a value although the form of the service does not have them. */
export function listForeignFields({ fields }: VendorService, values: FieldValues): FieldName[] {
  const known = new Set<string>(['name', 'serviceName', ...fields]);
  const names = Object.keys(fieldKinds) as FieldName[];
  return names.filter((name) => !known.has(name) && toText(values[name]) !== '');
}

/**
 * The vendor and service that the values name. The contract does not know the name of the provider, so each name of no
 * other vendor counts as the provider's; the server compares it.
 */
export function findMeantService(
  provider: string,
  key: string,
): { vendor: Vendor; service: VendorService } | undefined {
  const vendor = vendors.find((each) => each.key === provider) ?? vendors.find((each) => each.key === 'provider');
  const service = vendor && findService(vendor, key);
  return vendor && service && { vendor, service };
}
