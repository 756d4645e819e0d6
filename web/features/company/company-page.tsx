import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonForm } from '../../ui/forms/skeleton-form.tsx';
import { CompanyForm } from './company-form.tsx';
import { companyQuery } from './company.queries.ts';

/** `/settings/company`: company information, contact persons and logo (section 2.3). */
export function CompanyPage() {
  return (
    <>
      <PageHeader title="Company information" purpose="Used for billing and for representing your organisation." />
      <Suspense fallback={<SkeletonForm fieldCount={8} label="Loading the company information" />}>
        <LoadedForm />
      </Suspense>
    </>
  );
}

function LoadedForm() {
  const { data } = useSuspenseQuery(companyQuery);
  return <CompanyForm company={data} />;
}
