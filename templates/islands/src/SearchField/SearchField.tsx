import { Icon } from '../shared/Icon';
import type { SearchFieldProps } from './props';

/** The button alone: the specification shows no search input, so the field comes when it is asked for (plain.ts). */
export function SearchField({ label }: SearchFieldProps) {
  return (
    <button type="button" className="more search-field__open">
      <Icon name="search" />
      {label}
    </button>
  );
}
