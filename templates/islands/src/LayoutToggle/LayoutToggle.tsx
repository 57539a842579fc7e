import { Icon } from '../shared/Icon';
import type { LayoutToggleProps } from './props';

/** Two buttons, each named by its `title` alone: a name of its own beside it would be said twice. plain.ts makes them work. */
export function LayoutToggle({ words }: LayoutToggleProps) {
  return (
    <div className="layout-toggle" role="group" aria-label={words.label}>
      {(['card', 'wide'] as const).map((name) => (
        <button key={name} type="button" className="layout-toggle__button" aria-pressed={name === 'card'} title={words[name]}>
          <Icon name={name === 'card' ? 'grid' : 'rows'} />
        </button>
      ))}
    </div>
  );
}
