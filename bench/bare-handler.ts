import { createServer } from 'node:http';
import pg from 'pg';

/*
 * What the users list is compared with: Node's own HTTP server and `pg`, the same statement on the same database
 * under the same login role and row-level security, and nothing else. The company is bound once per connection.
 */
const [url = '', companyId = '', port = '0'] = process.argv.slice(2);

const pool = new pg.Pool({ connectionString: url, max: 20, options: `-c app.company_id=${companyId}` });

const statement = `select "id", "account_id", "first_name", "last_name", "email", "company", "sap_id", "roles", "version"
  from "users" order by lower("users"."last_name") asc, lower("users"."first_name") asc, "users"."id" asc limit $1`;

const server = createServer((request, response) => {
  const limit = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('limit'));
  pool.query(statement, [limit]).then(
    ({ rows }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(rows));
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(port), '127.0.0.1');
