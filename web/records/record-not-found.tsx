import { useRouter } from '@tanstack/react-router';

/** The portal's not-found page, in place of a record that does not exist. */
export function RecordNotFound() {
  const { defaultNotFoundComponent: NotFound } = useRouter().options;
  return NotFound && <NotFound isNotFound routeId={undefined} />;
}
