import { settings } from '#web/lib/settings.ts';
import { ExternalLink } from '#web/ui/text/external-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { getLegalChapters } from '#web/lib/legal-chapters.ts';
import { Block, Columns, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './static-pages.module.css';

export function LegalPage() {
  const chapters = getLegalChapters(settings.brand);
  return (
    <>
      <PageHeader title="Terms of service" purpose="Last updated 02 Nov 2018. Governed by Estonian law." />
      <Columns of={['≤42rem', '≤14rem']} gap={16} align="start" collapse="tablet" className={styles.legal}>
        <Block as="article" measure={42} className={styles.prose}>
          {chapters.map((chapter, index) => (
            <section key={chapter.id} aria-labelledby={chapter.id}>
              <Text as="h2" above={10} below={3} id={chapter.id}>
                <Text as="span" tone="faint" weight="plain" number className={styles.number}>
                  {index + 1}
                </Text>
                <span>{chapter.title}</span>
              </Text>
              {chapter.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <p>
            Estonian law can be read in English at{' '}
            <ExternalLink href="https://www.riigiteataja.ee/en/">Riigi Teataja</ExternalLink>.
          </p>
        </Block>
        <nav className={styles.contents} aria-labelledby="legal-contents">
          <h2 id="legal-contents">On this page</h2>
          <Stack as="ol" gap={2}>
            {chapters.map((chapter) => (
              <li key={chapter.id}>
                <a href={`#${chapter.id}`}>{chapter.title}</a>
              </li>
            ))}
          </Stack>
        </nav>
      </Columns>
    </>
  );
}
