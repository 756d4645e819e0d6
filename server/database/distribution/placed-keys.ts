const keyThatSetsNull = /\(company_id, (\w+)\) REFERENCES users\(company_id, id\) ON DELETE SET NULL \(\1\)/;

/**
 * A foreign key of a table in shards as Citus takes it, which refuses SET NULL where the key contains the column of the distribution: the id of
 * a user is unique by itself.
 * @param definition as `pg_get_constraintdef` writes it
 */
export const toPlacedDefinition = (definition: string): string =>
  definition.replace(keyThatSetsNull, '($1) REFERENCES users(id) ON DELETE SET NULL');
