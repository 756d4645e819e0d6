/** The rows of a query as one column: a JSON array of objects. */
export const toJsonRows = (select: string) =>
  `(select coalesce(json_agg(row_to_json(listed)), '[]') from (${select}) listed)`;

/** The one row of a query as one column: a JSON object. */
export const toJsonRow = (select: string) => `(select row_to_json(one) from (${select}) one)`;
