import { companiesTables } from './companies.ts';
import { intakeTables } from './intake.ts';
import { invoicesTables } from './invoices.ts';
import { ledgerTables } from './ledger.ts';
import { receivablesTables } from './receivables.ts';
import { livesTables } from './lives.ts';
import { mailTables } from './mail.ts';
import { paymentsTables } from './payments.ts';
import { recordsTables } from './records.ts';
import { rollupsTables } from './rollups.ts';
import { searchTables } from './search.ts';
import { skillsAndIntegrationsTables } from './skills-and-integrations.ts';
import type { Placement, TableFacts } from './table-facts.ts';

/** The places of tables, by their names. */
export type Placements = Readonly<Record<string, Placement>>;

/** Every table of the schema public, once. A test compares them with the migrated catalogue. */
export const tableFacts: Readonly<Record<string, TableFacts>> = {
  schema_migrations: { place: 'coordinator' },
  ...companiesTables,
  ...recordsTables,
  ...skillsAndIntegrationsTables,
  ...intakeTables,
  ...rollupsTables,
  ...searchTables,
  ...ledgerTables,
  ...invoicesTables,
  ...paymentsTables,
  ...mailTables,
  ...receivablesTables,
  ...livesTables,
};

export const placements: Placements = Object.fromEntries(
  Object.entries(tableFacts).map(([name, { place }]) => [name, place]),
);

/** The names of the tables that are placed so, in alphabetical order. */
export const listPlaced = (placement: Placement, places = placements): string[] =>
  Object.keys(places)
    .filter((name) => places[name] === placement)
    .toSorted();

/** The names of the tables of companies, which are behind the wall, in alphabetical order. */
export const listWalled = (): string[] => [...listPlaced('shard'), ...listPlaced('copied')].toSorted();

/** Tables of companies that are the provider's alone. */
export const listOfProvider = (): string[] => listWalled().filter((name) => tableFacts[name]?.isOfProvider);
