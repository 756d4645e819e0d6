import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#contract/calendar/formats.ts';
import { client } from '#web/api/client.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { queries } from '#web/api/queries.ts';
import { PageLoader } from '#web/ui/feedback/page-loader.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import styles from './choose-company-page.module.css';
import { LogInAgain } from './log-in-again.tsx';
import { OnlyAtStep } from './only-at-step.tsx';
import { useNextStep } from './use-next-step.ts';

/** `/choose-company`: the first sign-in of a person whom companies have added, because any company can add any address. */
export function ChooseCompanyPage() {
  return (
    <OnlyAtStep state="chooseCompany">
      <ChooseCompany />
    </OnlyAtStep>
  );
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

function ChooseCompany() {
  const goOn = useNextStep();
  const { data } = useQuery(queries.session.get.queryOptions({ gcTime: 0, staleTime: Infinity }));
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (companyId: string) => client.session.chooseCompany({ body: { companyId } }),
    onSuccess: goOn,
  });
  if (!data?.companies) return <PageLoader />;
  return (
    <AuthLayout
      heading="Choose your company"
      intro="These companies have added you. Open the one you know. Only that one will see that you sign in."
      links={<LogInAgain />}
    >
      <FormAlert>{error && toErrorWords(error)}</FormAlert>
      <Stack as="ul" gap={4}>
        {data.companies.map(({ id, name, addedAt }) => (
          <li key={id}>
            <Button
              variant="default"
              size="md"
              fullWidth
              className={styles.company}
              loading={isPending && variables === id}
              disabled={isPending && variables !== id}
              onClick={() => mutate(id)}
              aria-describedby={`added-${id}`}
            >
              <Text as="span" breaks="anywhere" className={styles.name} translate="no">
                {name}
              </Text>
            </Button>
            <Text id={`added-${id}`} above={1} size="sm" tone="soft">
              {`Added you on ${formatShortDate(addedAt, timeZone)}`}
            </Text>
          </li>
        ))}
      </Stack>
    </AuthLayout>
  );
}
