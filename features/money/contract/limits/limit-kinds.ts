/** Kinds of limits that an answer of authorize can name; without schemas, because pages read them. */
export const limitKinds = {
  account: { label: 'Account', whose: 'Your company’s' },
  skill: { label: 'Skill', whose: 'This skill’s' },
  department: { label: 'Department', whose: 'Your department’s' },
  key: { label: 'Intake key', whose: 'This assistant’s' },
  person: { label: 'Person', whose: 'Your own' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly whose: string }>>;

export type LimitKind = keyof typeof limitKinds;

export const limitKindNames = Object.keys(limitKinds) as [LimitKind, ...LimitKind[]];

/** Kinds of owners of limits. `eachPerson` is the limit of every person without an own one. */
export const limitOwners = {
  person: {
    label: 'Persons',
    heading: 'Person',
    one: 'person',
    none: 'No one has an own limit, or is near the limit of each person.',
  },
  department: { label: 'Departments', heading: 'Department', one: 'department', none: 'No department has a limit.' },
  key: { label: 'Intake keys', heading: 'Intake key', one: 'key', none: 'No intake key has a limit.' },
} as const;

export type LimitOwner = keyof typeof limitOwners;

export const limitOwnerNames = Object.keys(limitOwners) as [LimitOwner, ...LimitOwner[]];
