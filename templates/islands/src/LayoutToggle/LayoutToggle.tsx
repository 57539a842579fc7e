import { Icon } from '../shared/Icon';
import { useLayout } from '../shared/layout';
import type { LayoutToggleProps } from './props';

export function LayoutToggle({ words }: LayoutToggleProps) {
  const [layout, choose] = useLayout();
  return (
    <div className="layout-toggle" role="group" aria-label={words.label}>
      {(['card', 'wide'] as const).map((name) => (
        <button key={name} type="button" className="layout-toggle__button" aria-pressed={layout === name} title={words[name]}
          aria-label={words[name]} onClick={() => choose(name)}>
          <Icon name={name === 'card' ? 'grid' : 'rows'} />
        </button>
      ))}
    </div>
  );
}
