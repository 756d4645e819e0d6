import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { Customer } from './stored-invoice.ts';

/** The bound company as it is now. */
export async function getCustomer(tx: Transaction): Promise<Customer> {
  const { rows } = await toExecutor(tx).query<Customer>(`
    select name, vat_number as "vatNumber", array_remove(array[
      nullif(address_1, ''), nullif(address_2, ''), nullif(concat_ws(' ', zip, city), ''), nullif(region, ''),
      nullif(country, '')], null) as "addressLines"
    from companies`);
  if (!rows[0]) throw new Error('the bound company does not exist');
  return rows[0];
}
