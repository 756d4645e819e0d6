import { NativeSelect, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ExternalLinkDialog } from '../ui/feedback/external-link-dialog.tsx';
import { ToastHost } from '../ui/feedback/toast.tsx';
import { SearchBox } from '../ui/filters/search-box.tsx';
import { Block, Row, Stack, Text } from '../ui/layout/layout.tsx';
import styles from './dev.module.css';
import { toAnchor, type Family, type Sample } from './samples.ts';

/** Every part of the web kit in all its states, with a list of anchors. Served by `npm run dev` alone. */
export function PartsPage({ families }: { families: readonly Family[] }) {
  const [search, setSearch] = useState('');
  const shown = findSamples(families, search);
  usePageTitle('Parts');
  return (
    <>
      <div className={styles.page}>
        <Stack as="nav" gap={4} className={styles.anchors} aria-label="Parts">
          <Row gap={2} justify="between">
            <strong>Parts</strong>
            <SchemeSelect />
          </Row>
          <SearchBox value={search} onChange={setSearch} placeholder="Filter..." label="Filter the parts" />
          {shown.map((family) => (
            <AnchorList key={family.title} family={family} />
          ))}
          {shown.length === 0 && <Text tone="faint">No matches.</Text>}
        </Stack>
        {/* Long tables remember where they stand, so they are drawn again where others go. */}
        <Stack as="main" gap={16} shrink key={search}>
          {shown.map((family) => (
            <FamilySection key={family.title} family={family} />
          ))}
        </Stack>
      </div>
      <ExternalLinkDialog product="the portal" />
      <ToastHost />
    </>
  );
}

/** The families with the samples of which the title, or that of the family, holds the text. */
function findSamples(families: readonly Family[], search: string): readonly Family[] {
  const needle = search.trim().toLowerCase();
  const matches = (title: string) => title.toLowerCase().includes(needle);
  return families
    .map(({ title, samples }) => ({ title, samples: samples.filter((one) => matches(title) || matches(one.title)) }))
    .filter(({ samples }) => samples.length > 0);
}

function SchemeSelect() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      aria-label="Colour scheme"
      data={[
        { value: 'auto', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
    />
  );
}

function AnchorList({ family: { title, samples } }: { family: Family }) {
  return (
    <div>
      <Text size="xs" tone="faint">
        {title}
      </Text>
      <Stack as="ul" gap="hair" size="sm">
        {samples.map((sample) => (
          <li key={sample.title}>
            <a href={`#${toAnchor(sample.title)}`}>{sample.title}</a>
          </li>
        ))}
      </Stack>
    </div>
  );
}

function FamilySection({ family: { title, samples } }: { family: Family }) {
  return (
    <Stack as="section" gap={10} aria-label={title}>
      <h1>{title}</h1>
      {samples.map((sample) => (
        <SampleSection key={sample.title} sample={sample} />
      ))}
    </Stack>
  );
}

function SampleSection({ sample: { title, render } }: { sample: Sample }) {
  return (
    <section id={toAnchor(title)}>
      <h2>{title}</h2>
      {Object.entries(render()).map(([state, content]) => (
        <Block key={state} above={4}>
          <Text size="xs" tone="faint" below={1}>
            {state}
          </Text>
          <Block pad={4} className={styles.state}>
            {content}
          </Block>
        </Block>
      ))}
    </section>
  );
}
