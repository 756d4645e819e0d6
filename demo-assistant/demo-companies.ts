import type { Role } from '#contract/capabilities.ts';

export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: Role[];
  readonly department?: string;
  readonly costCentre?: string;
}

export interface DemoCompany {
  readonly name: string;
  readonly isProvider: boolean;
  readonly details: {
    readonly vatNumber: string;
    readonly country: string;
    readonly address1: string;
    readonly city: string;
    readonly zip: string;
  };
  readonly users: readonly DemoUser[];
}

/** The password of all accounts of the demo. */
export const demoPassword = 'Steward-2026!';

/** Users with the role User from full names: `Kristjan Lepik` becomes `kristjan.lepik@acme.example`. */
function people(domain: string, names: readonly string[]): DemoUser[] {
  return names.map((name) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { email: `${firstName}.${lastName}@${domain}`.toLowerCase(), firstName, lastName, roles: ['User'] };
  });
}

const acmePeople = [
  'Kristjan Lepik',
  'Liis Kallas',
  'Andres Saar',
  'Kadri Oja',
  'Toomas Rebane',
  'Helena Virtanen',
  'Mikko Laine',
  'Sofia Lindqvist',
  'Erik Johansson',
  'Annika Berg',
  'Jonas Weber',
  'Katharina Vogel',
  'Lukas Brandt',
  'Marta Nowak',
  'Piotr Zielinski',
  'Giulia Romano',
  'Marco Conti',
  'Camille Laurent',
  'Hugo Moreau',
  'Priya Raman',
  'Arjun Mehta',
  'Emily Carter',
  'Daniel Hughes',
  'Ingrid Solberg',
];

const acmeDepartments = [
  { department: 'Purchasing', costCentre: '4100' },
  { department: 'Logistics', costCentre: '4200' },
  { department: 'Production', costCentre: '4300' },
  { department: 'Finance', costCentre: '4400' },
  { department: 'Sales', costCentre: '4500' },
];

/** Spreads people over the departments; every sixth has none. */
const withDepartments = (users: readonly DemoUser[]): DemoUser[] =>
  users.map((user, place) => ({ ...user, ...acmeDepartments[place % (acmeDepartments.length + 1)] }));

const globexPeople = ['Sander Visser', 'Noor Bakker', 'Daan Mulder', 'Femke Jansen', 'Bram Smit', 'Lotte Dekker'];

export const demoCompanies: readonly DemoCompany[] = [
  {
    name: 'Steward',
    isProvider: true,
    details: {
      vatNumber: 'EE102030402',
      country: 'Estonia',
      address1: 'Telliskivi 60a',
      city: 'Tallinn',
      zip: '10412',
    },
    users: [{ email: 'operator@steward.example', firstName: 'Olivia', lastName: 'Mets', roles: ['SuperAdmin'] }],
  },
  {
    name: 'Acme Manufacturing',
    isProvider: false,
    details: {
      vatNumber: 'EE100594102',
      country: 'Estonia',
      address1: 'Peterburi tee 46',
      city: 'Tallinn',
      zip: '11415',
    },
    users: withDepartments([
      { email: 'superadmin@acme.example', firstName: 'Maarja', lastName: 'Kask', roles: ['SuperAdmin'] },
      { email: 'admin@acme.example', firstName: 'Rasmus', lastName: 'Tamm', roles: ['Admin'] },
      { email: 'user@acme.example', firstName: 'Laura', lastName: 'Sepp', roles: ['User'] },
      { email: 'technical@acme.example', firstName: 'Indrek', lastName: 'Pärn', roles: ['User', 'TechnicalUser'] },
      ...people('acme.example', acmePeople),
    ]),
  },
  {
    name: 'Globex Logistics',
    isProvider: false,
    details: {
      vatNumber: 'NL004495445B01',
      country: 'Netherlands',
      address1: 'Waalhaven 12',
      city: 'Rotterdam',
      zip: '3089',
    },
    users: [
      { email: 'superadmin@globex.example', firstName: 'Willem', lastName: 'de Vries', roles: ['SuperAdmin'] },
      ...people('globex.example', globexPeople),
    ],
  },
];

/** Accounts printed at the start, in the order of the README. */
export const demoSignIns = [
  'superadmin@acme.example',
  'admin@acme.example',
  'user@acme.example',
  'technical@acme.example',
  'superadmin@globex.example',
  'operator@steward.example',
];

/** The SAP login of a user of the demo: the last name in capital letters A to Z, at most eight. */
export function toSapId(lastName: string): string {
  return lastName
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, 8);
}
