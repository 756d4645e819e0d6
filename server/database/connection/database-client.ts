import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { noteOfDatabase } from '../../lib/database-tls.ts';

/** Client of the driver that notes the errors of its connection: one of TLS does not say whose it is. */
export class DatabaseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { readonly connection: EventEmitter };
    connection.on('error', noteOfDatabase);
  }
}
