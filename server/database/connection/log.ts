/** Where the database reports what an operator should know; the server's pino logger fits. */
export type DatabaseLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
