import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { ApiProblem } from '#web/api/api-problem.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { findKind, namePlural } from './mail-words.ts';
import { useUnsubscribe } from './mails.queries.ts';

interface LayoutProps {
  heading: string;
  intro?: ReactNode;
  links?: ReactNode;
  children?: ReactNode;
}

const toPortal = <Link to={paths.login()}>Open the portal</Link>;

/**
 * `/unsubscribe?token=…`, the target of the link in a mail, without a session. Opening it changes nothing,
 * because mail scanners open links too. `Layout` is that of the screens on the way in.
 */
export function UnsubscribePage({ Layout }: { Layout: ComponentType<LayoutProps> }) {
  const { token }: { token?: unknown } = useSearch({ strict: false });
  const kind = typeof token === 'string' ? findKind(token) : undefined;
  const unsubscribe = useUnsubscribe();
  const isRefused = unsubscribe.error instanceof ApiProblem && unsubscribe.error.is('request.invalid');
  if (typeof token !== 'string' || kind === undefined || isRefused) {
    return (
      <Layout
        heading="This link does not work"
        intro="This link is incomplete or invalid. Please use the link at the bottom of the e-mail."
        links={toPortal}
      />
    );
  }
  if (unsubscribe.data) {
    const { companyName } = unsubscribe.data;
    return (
      <Layout
        heading="You are unsubscribed"
        intro={
          <p role="status">
            {`You will no longer receive ${namePlural(unsubscribe.data.kind)} from ${companyName || 'this company'}. Other notifications are not affected.`}
          </p>
        }
        links={toPortal}
      />
    );
  }
  return (
    <Layout
      heading="Unsubscribe"
      intro={`You will no longer receive ${namePlural(kind)} from this company. Your colleagues still receive theirs.`}
      links={toPortal}
    >
      <FormAlert>{unsubscribe.error && toErrorWords(unsubscribe.error)}</FormAlert>
      <Button
        size="md"
        fullWidth
        loading={unsubscribe.isPending}
        onClick={() => unsubscribe.mutate({ body: { token } })}
      >
        Unsubscribe
      </Button>
    </Layout>
  );
}
