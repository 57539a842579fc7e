import { useHashTab } from '../shared/hash-tab';
import { TabList } from '../shared/TabList';
import { LegalText } from './LegalText';
import type { LegalTabsProps } from './props';

export function LegalTabs({ documents, words }: LegalTabsProps) {
  const [active, choose] = useHashTab(documents.map(({ id }) => id));

  return (
    <div className="legal-tabs">
      <TabList label={words.tabs} tabs={documents.map(({ id, title }) => ({ id, label: title }))} active={active} onChoose={choose} />
      {documents.map((document) => (
        <LegalText key={document.id} document={document} active={active} navigation={words.navigation} />
      ))}
    </div>
  );
}
