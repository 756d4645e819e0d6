import { settings } from '../../lib/settings.ts';
import { ExternalLink } from '../../ui/text/external-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { getLegalChapters } from '../../lib/legal-chapters.ts';
import styles from './static-pages.module.css';

export function LegalPage() {
  const chapters = getLegalChapters(settings.brand);
  return (
    <>
      <PageHeader title="Terms of service" purpose="Last updated 02 Nov 2018. Governed by Estonian law." />
      <div className={styles.legal}>
        <article className={styles.prose}>
          {chapters.map((chapter, index) => (
            <section key={chapter.id} aria-labelledby={chapter.id}>
              <h2 id={chapter.id}>
                <span className={styles.number}>{index + 1}</span>
                <span>{chapter.title}</span>
              </h2>
              {chapter.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <p>
            Estonian law can be read in English at{' '}
            <ExternalLink href="https://www.riigiteataja.ee/en/">Riigi Teataja</ExternalLink>.
          </p>
        </article>
        <nav className={styles.contents} aria-labelledby="legal-contents">
          <h2 id="legal-contents">On this page</h2>
          <ol>
            {chapters.map((chapter) => (
              <li key={chapter.id}>
                <a href={`#${chapter.id}`}>{chapter.title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </>
  );
}
