import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Instant, optionalText } from '#contract/fields.ts';

const maintenanceMessageMaxLength = 300;
/** The longest time that it can be announced to take: a week. */
export const maintenanceMaxMinutes = 7 * 24 * 60;

const minutesError = `Enter a number of minutes from 1 to ${maintenanceMaxMinutes}.`;

export const MaintenanceForm = z.strictObject({
  /** Words of the operator, which all users read. */
  message: optionalText(maintenanceMessageMaxLength),
  /**
   * How long it is to take from now on; null where that is not known. Missing keeps the announced time, where there is one. It does
   * not end by itself.
   */
  minutes: z
    .int({ error: minutesError })
    .min(1, { error: minutesError })
    .max(maintenanceMaxMinutes, { error: minutesError })
    .nullish(),
});
export type MaintenanceForm = z.infer<typeof MaintenanceForm>;

/** The installation can only be read, in all its portals. */
export const Maintenance = z.object({
  message: z.string().nullable(),
  since: Instant,
  /** When it is to end; null where that is not known. */
  until: Instant.nullable(),
});
export type Maintenance = z.infer<typeof Maintenance>;

/** In each answer of the API while it is on; its value changes with the words and the time. */
export const maintenanceHeader = 'x-maintenance';

const endpoint = defineEndpoints('Operations');

export const maintenanceContract = {
  get: endpoint({
    method: 'GET',
    path: '/maintenance',
    summary: 'Get whether the installation is in maintenance and can only be read, for everyone',
    access: 'public',
  }).output(z.object({ maintenance: Maintenance.nullable() })),

  enable: endpoint({
    method: 'PUT',
    path: '/operations/maintenance',
    summary:
      'Deny changes in every portal of the installation until maintenance is disabled; reads and sign-in continue',
    access: 'companies.manage',
    goesOn: true,
  })
    .input(z.object({ body: MaintenanceForm }))
    .output(Maintenance),

  disable: endpoint({
    method: 'DELETE',
    path: '/operations/maintenance',
    summary: 'Allow changes again',
    access: 'companies.manage',
    goesOn: true,
    successStatus: 204,
  }),
};
