/** Kinds of values that readers of conversations do not get, in the order of the settings; without the schemas. */
export const maskKinds = ['email', 'phone', 'iban', 'card', 'nationalId', 'sapId'] as const;

export type MaskKind = (typeof maskKinds)[number];

/** Labels that replace masked values. */
export const maskLabels: Readonly<Record<MaskKind, string>> = {
  email: '[e-mail]',
  phone: '[phone]',
  iban: '[IBAN]',
  card: '[card]',
  nationalId: '[national ID]',
  sapId: '[SAP ID]',
};

export const maxPatterns = 20;
export const maxPatternLength = 500;

/** A pattern of the company; its name stands in brackets in the place of what it finds. */
export interface OwnPattern {
  readonly name: string;
  /** In the syntax of RE2. */
  readonly pattern: string;
}

/** A company's changes of the defaults: by default every kind is masked, and there are no patterns. */
export interface MaskingSettings {
  /** Kinds that are shown. */
  readonly shown: readonly MaskKind[];
  readonly patterns: readonly OwnPattern[];
}

export const defaultMasking: MaskingSettings = { shown: [], patterns: [] };
