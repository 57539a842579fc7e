import { Html } from '../shared/Html';
import { useHydrated } from '../shared/hydrated';
import { panelProps } from '../shared/TabList';
import type { LegalDocument, LegalSection } from './props';

interface Props {
  document: LegalDocument;
  active: string;
  navigation: string;
}

export function LegalText({ document, active, navigation }: Props) {
  const hydrated = useHydrated();
  return (
    <section className="legal-tabs__document" {...panelProps(document.id, active, hydrated)}>
      <nav className="legal-tabs__navigation" aria-label={`${navigation}: ${document.title}`}>
        <p>{navigation}</p>
        <ol>
          {document.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-tabs__text">
        <h2>{document.title}</h2>
        <Html as="p" className="legal-tabs__intro" html={document.intro} />
        {document.sections.map((section, index) => (
          <Section key={section.id} section={section} number={index + 1} />
        ))}
      </div>
    </section>
  );
}

function Section({ section, number }: { section: LegalSection; number: number }) {
  return (
    <section id={section.id} className="legal-tabs__section" aria-labelledby={`${section.id}-title`}>
      <h3 id={`${section.id}-title`}>{`${number}. ${section.title}`}</h3>
      {section.paragraphs.map((html) => (
        <Html key={html} as="p" html={html} />
      ))}
      {section.points.length === 0 ? null : (
        <ul>
          {section.points.map((html) => (
            <Html key={html} as="li" html={html} />
          ))}
        </ul>
      )}
    </section>
  );
}
