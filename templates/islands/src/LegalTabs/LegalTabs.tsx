import { useEffect } from 'react';
import { useHash, useHashTab } from '../shared/hash-tab';
import { TabList } from '../shared/TabList';
import { LegalText } from './LegalText';
import type { LegalDocument, LegalTabsProps } from './props';

export function LegalTabs({ documents, words }: LegalTabsProps) {
  const hash = useHash();
  const [active, choose] = useHashTab(documents[0]?.id ?? '', (wanted) => ownerOf(documents, wanted)?.id);

  // The browser cannot scroll to a section of a hidden tab; by now its tab is open.
  useEffect(() => {
    if (hash && ownerOf(documents, hash)) document.getElementById(hash)?.scrollIntoView();
  }, [documents, hash]);

  return (
    <div className="legal-tabs">
      <TabList label={words.tabs} tabs={documents.map(({ id, title }) => ({ id, label: title }))} active={active} onChoose={choose} />
      {documents.map((document) => (
        <LegalText key={document.id} document={document} active={active} navigation={words.navigation} />
      ))}
    </div>
  );
}

/** The document a fragment belongs to: its own id or one of its sections'. */
export function ownerOf(documents: LegalDocument[], hash: string): LegalDocument | undefined {
  return documents.find(({ id, sections }) => id === hash || sections.some((section) => section.id === hash));
}
