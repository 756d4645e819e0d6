import { useRouter } from '@tanstack/react-router';

/** The portal's not-found page, in place of a provider, a service or an integration that does not exist. */
export function NoSuchPage() {
  const { defaultNotFoundComponent: NotFound } = useRouter().options;
  return NotFound && <NotFound isNotFound routeId={undefined} />;
}
