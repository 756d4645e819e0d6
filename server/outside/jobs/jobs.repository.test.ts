import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailTo, openJobsPlace, type JobsPlace } from './testing/jobs-place.ts';

let place: JobsPlace;

beforeAll(async () => {
  place = await openJobsPlace();
});
afterEach(() => place.stopJobs());
afterAll(() => place.close());

describe('the application role', () => {
  const refused = expect.objectContaining({ code: '42501' });

  test.each([
    'SELECT data FROM pgboss.job',
    'SELECT data FROM pgboss.job_common',
    'SELECT * FROM pgboss.job_common',
    'SELECT id FROM pgboss.job_common WHERE data IS NOT NULL',
    `UPDATE pgboss.job_common SET data = '{}'`,
    'DELETE FROM pgboss.job_common',
    'TRUNCATE pgboss.job_common',
    `UPDATE pgboss.queue SET retry_limit = 0`,
    'SELECT * FROM pgboss.warning',
    `INSERT INTO pgboss.job_common (name, output) VALUES ('mail.send', '{}')`,
    `SELECT pgboss.create_queue('x', '{}')`,
    'CREATE TABLE pgboss.x (id int)',
  ])('may not: %s', async (statement) => {
    await expect(place.app.query(statement)).rejects.toEqual(refused);
  });

  test('sees ids and no more of waiting jobs', async () => {
    const jobs = await place.startJobs();
    await place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')));
    const { fields } = await place.app.query('SELECT id, start_after FROM pgboss.job_common');
    expect(fields.map(({ name }) => name)).toEqual(['id', 'start_after']);
  });

  test('keeps its rights as they were when the installation is repeated', async () => {
    await place.install();
    await expect(place.app.query('SELECT data FROM pgboss.job_common')).rejects.toEqual(refused);
    const jobs = await place.startJobs();
    await expect(place.inTransaction((tx) => jobs.enqueue(tx, 'mail.send', mailTo('a@acme.example')))).resolves.toEqual(
      expect.any(String),
    );
  });
});
