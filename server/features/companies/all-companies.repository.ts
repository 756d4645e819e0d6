import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connection/transactions.ts';

export type Company = { readonly id: string; readonly name: string };

export async function listCompanies(tx: Transaction): Promise<Company[]> {
  const { rows } = await tx.execute<Company>(sql`select id, name from companies order by name, id`);
  return rows;
}
