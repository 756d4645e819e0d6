import { maskKinds, maskLabels, type MaskKind, type OwnPattern } from '#features/protection/contract/masking-kinds.ts';

export const kindWords: Readonly<Record<MaskKind, { readonly label: string; readonly explanation: string }>> = {
  email: {
    label: 'E-mail addresses',
    explanation: 'Including forms such as “mari (at) firma (dot) ee”, and with blanks or tags inside.',
  },
  phone: {
    label: 'Phone numbers',
    explanation: 'International and national formats. Order numbers stay.',
  },
  iban: { label: 'IBANs', explanation: 'Only those with correct check digits.' },
  card: { label: 'Payment cards', explanation: 'Numbers of a card issuer with a correct check digit.' },
  nationalId: {
    label: 'National IDs',
    explanation:
      'Of most countries of Europe and of the US, with a possible date and correct check digits where they have them. Also what follows “passport” or “identity card”.',
  },
  sapId: { label: 'SAP IDs', explanation: 'E.g. D045123, I123456 and S0001234567, and what follows “SAP ID:”.' },
};

/** Form values of the settings: each kind masked or not, and the rows of patterns. */
export interface MaskingValues extends Record<string, unknown> {
  masked: Record<MaskKind, boolean>;
  patterns: OwnPattern[];
}

export const toValues = (settings: { shown: readonly MaskKind[]; patterns: readonly OwnPattern[] }): MaskingValues => ({
  masked: Object.fromEntries(
    maskKinds.map((kind) => [kind, !settings.shown.includes(kind)]),
  ) as MaskingValues['masked'],
  patterns: settings.patterns.map((pattern) => ({ ...pattern })),
});

export const toSettings = ({ masked, patterns }: MaskingValues) => ({
  shown: maskKinds.filter((kind) => !masked[kind]),
  patterns,
});

const describe = (isMasked: boolean) => (isMasked ? 'Masked' : 'Shown');

/** Named for a save that was stale. */
export function listDifferences(theirs: MaskingValues, mine: MaskingValues) {
  const kinds = maskKinds
    .filter((kind) => theirs.masked[kind] !== mine.masked[kind])
    .map((kind) => ({
      label: kindWords[kind].label,
      theirs: describe(theirs.masked[kind]),
      yours: describe(mine.masked[kind]),
    }));
  const list = (values: MaskingValues) => values.patterns.map(({ name }) => name).join(', ');
  const isSame = JSON.stringify(theirs.patterns) === JSON.stringify(mine.patterns);
  return isSame ? kinds : [...kinds, { label: 'Patterns', theirs: list(theirs), yours: list(mine) }];
}

export const labelOf = (kind: MaskKind) => maskLabels[kind];
