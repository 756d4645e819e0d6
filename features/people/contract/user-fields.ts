/**
 * The fields of a user, in the order of the forms and of the list. Columns in SQL, inputs, labels, columns of the list and of
 * files, pasted lists and erasure follow from this table, and the schemas of optional texts (`users.ts`). Without schemas, so
 * that pages that only show users load no zod.
 */

interface UserFieldFacts {
  readonly label: string;
  /** In the list, in files and in the audit log, which have less room. */
  readonly shortLabel?: string;
  /** Whether every role sees and finds it, because contact pickers and log filters need it. */
  readonly isPublic?: true;
  /** The column in the list, which the search of the list and of the API looks at. One of all columns has no width. */
  readonly column?: { readonly width?: `${number}%`; readonly narrowWidth?: `${number}%` };
  /** The most UTF-16 units of an optional text. The other fields have the rules and messages of section 5. */
  readonly maxLength?: number;
  /** Whether only those change it who manage users, because it decides who pays; the person reads it. */
  readonly isAssigned?: true;
  /** Heads of its column in a pasted list, in letters and digits alone. Those of names and addresses stand with the list. */
  readonly heads?: readonly string[];
}

const defineUserFields = <const Fields extends Readonly<Record<string, UserFieldFacts>>>(fields: Fields) => fields;

const userFields = defineUserFields({
  firstName: { label: 'First Name', isPublic: true, column: { width: '11%', narrowWidth: '12%' } },
  lastName: { label: 'Last Name', isPublic: true, column: { width: '13%', narrowWidth: '14%' } },
  email: {
    label: 'E-mail address',
    shortLabel: 'E-mail',
    isPublic: true,
    column: {},
  },
  company: {
    label: 'Company Name',
    shortLabel: 'Company',
    // Narrow: it says the same in most rows.
    column: { width: '11%', narrowWidth: '10%' },
    heads: [
      'company',
      'companyname',
      'organization',
      'organisation',
      'firma',
      'unternehmen',
      'firmenname',
      'ettevote',
      'firmanimi',
      'asutus',
    ],
  },
  sapId: {
    label: 'SAP Login ID',
    maxLength: 200,
    heads: ['sapid', 'saploginid', 'saplogin', 'sap', 'sapbenutzer', 'sapkasutaja'],
  },
  department: {
    label: 'Department',
    maxLength: 100,
    isAssigned: true,
    heads: ['department', 'dept', 'abteilung', 'osakond', 'osasto', 'avdelning'],
  },
  costCentre: {
    label: 'Cost centre',
    maxLength: 50,
    isAssigned: true,
    heads: ['costcentre', 'costcenter', 'kostenstelle', 'kulukoht', 'kustannuspaikka', 'kostnadsstalle'],
  },
  roles: {
    label: 'Role',
    heads: ['role', 'roles', 'rolle', 'rollen', 'benutzerrolle', 'roll', 'rollid', 'kasutajaroll'],
  },
});

type UserFields = typeof userFields;
export type UserField = keyof UserFields;

/** The fields with a fact, as a type. */
type FieldsWith<Fact extends keyof UserFieldFacts> = {
  [Field in UserField]: UserFields[Field] extends Record<Fact, unknown> ? Field : never;
}[UserField];

export type PublicUserField = FieldsWith<'isPublic'>;
export type ListedUserField = FieldsWith<'column'>;
/** Texts that are null or missing where there are none. */
export type OptionalUserField = FieldsWith<'maxLength'>;
export type AssignedUserField = FieldsWith<'isAssigned'>;

export const userFieldNames = Object.keys(userFields) as UserField[];

const listFieldsWith = <Fact extends keyof UserFieldFacts>(fact: Fact) =>
  userFieldNames.filter((field): field is FieldsWith<Fact> => fact in userFields[field]);

export const listedUserFields = listFieldsWith('column');
export const optionalUserFields = listFieldsWith('maxLength');
export const assignedUserFields = listFieldsWith('isAssigned');
/** Optional texts that the person changes in the own profile. */
export const ownTextFields = optionalUserFields.filter(
  (field): field is Exclude<OptionalUserField, AssignedUserField> => !('isAssigned' in userFields[field]),
);
/** Fields of the list that only those see who read whole profiles. */
export const hiddenListedFields = listedUserFields.filter(
  (field): field is Exclude<ListedUserField, PublicUserField> => !('isPublic' in userFields[field]),
);

export const getUserField = (field: UserField): UserFieldFacts => userFields[field];

/** An object with these fields, e.g. their labels. */
export const mapUserFields = <Field extends UserField, Value>(
  fields: readonly Field[],
  toValue: (field: Field) => Value,
) => Object.fromEntries(fields.map((field) => [field, toValue(field)])) as Record<Field, Value>;

/** An object with the optional texts, e.g. their schemas or columns. */
export const mapOptionalFields = <Value>(toValue: (field: OptionalUserField) => Value) =>
  mapUserFields(optionalUserFields, toValue);

/** The labels of the form. */
export const userLabels = mapUserFields(userFieldNames, (field) => userFields[field].label);

/** Labels of lists, files and the audit log. */
export const shortUserLabels = mapUserFields(userFieldNames, (field) => {
  const { label, shortLabel = label } = getUserField(field);
  return shortLabel;
});

type OptionalTexts = Partial<Readonly<Record<OptionalUserField, string | null>>>;

/** The optional texts of a user as a form holds them. */
export const toOptionalTexts = (user: OptionalTexts) => mapOptionalFields((field) => user[field] ?? '');

/** The texts that the person changes too, as the own profile holds them. */
export const toOwnTexts = (user: OptionalTexts) => mapUserFields(ownTextFields, (field) => user[field] ?? '');
