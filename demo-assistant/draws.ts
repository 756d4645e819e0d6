import type { Random } from './random.ts';

/** A random amount between two amounts of whole euros, as `1,250.00 EUR`. */
export function drawAmount(random: Random, from: number, to: number): string {
  return writeAmount(random.int(from * 100, to * 100));
}

export function writeAmount(cents: number): string {
  const whole = Math.floor(cents / 100).toString();
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}.${String(cents % 100).padStart(2, '0')} EUR`;
}

/** A random document number of `digits` digits that starts with `prefix`. */
export function drawNumber(random: Random, prefix: string, digits: number): string {
  return prefix + String(random.int(0, 10 ** digits - 1)).padStart(digits, '0');
}

/** `count` items without repetition, at most all of them. */
export function drawSeveral<T>(random: Random, items: readonly T[], count: number): T[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () => {
    const [item] = left.splice(random.int(0, left.length - 1), 1);
    return item as T;
  });
}

export const vendors = [
  'Baltic Steel AS',
  'Nordlaid OÜ',
  'Hansa Logistics',
  'Kymi Paper Oy',
  'Rheinland Pumpen GmbH',
  'Vestas Components',
  'Tallinna Kontorikaubad',
  'Delft Sensors B.V.',
  'Svea Kullager AB',
  'Gdansk Castings',
];

export const customers = [
  'Northwind Traders',
  'Contoso Shipyards',
  'Fabrikam Energy',
  'Lohja Machines Oy',
  'Väinamere Ferries',
  'Tailspin Turbines',
  'Brabant Staal B.V.',
  'Saaremaa Dairy',
];

export const materials = [
  'Hydraulic pump HP-40',
  'Bearing 6204-2RS',
  'Steel plate 4 mm',
  'Control unit CU-7',
  'Gasket set GS-12',
  'Conveyor belt 12 m',
  'Drive shaft DS-3',
  'Valve block VB-9',
  'Pressure sensor PS-2',
  'Gear motor GM-15',
  'Cable harness CH-5',
  'Safety switch SS-1',
];
