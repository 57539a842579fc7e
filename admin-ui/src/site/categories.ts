import { useQuery } from '@tanstack/react-query';
import { readCategories } from '../api/site';
import { CATEGORIES, type Category, type CategoryName } from '../api/types';
import { CATEGORY_LABELS } from '../i18n/fixed';

/** Shown until the answer is there, and without one: those of the specification. */
const USUAL: CategoryName[] = CATEGORIES.map((id) => ({ id, title_az: CATEGORY_LABELS[id], title_en: '', title_ru: '' }));
/** Content changes seldom, and whoever changes it looks at the desk soon. */
const FRESH = 60_000;

function fixedLabel(id: Category): string | undefined {
  return (CATEGORY_LABELS as Readonly<Record<string, string | undefined>>)[id];
}

export interface Categories {
  /** In the order of the site's menus. */
  all: readonly CategoryName[];
  /** The same with one that is chosen, should the firm have no such service (any more). */
  with: (chosen: Category) => readonly Category[];
  /** A category's name, as the site has it in Azerbaijani; as it was, or its id, where the firm has no such service any more. */
  label: (id: Category) => string;
  /** Whether it is known that the firm has no such service. */
  isGone: (id: Category) => boolean;
}

/** The services of the firm as the site names them, once the answer is there; nothing is asked unless they are `wanted`. */
export function useServices(wanted = true): readonly CategoryName[] | undefined {
  return useQuery({ queryKey: ['categories'], queryFn: readCategories, enabled: wanted, staleTime: FRESH }).data;
}

/** The services of the firm, which are the categories of posts. */
export function useCategories(): Categories {
  const data = useServices();
  const all = data && data.length > 0 ? data : USUAL;
  return {
    all,
    with: (chosen) => [...(all.some(({ id }) => id === chosen) ? [] : [chosen]), ...all.map(({ id }) => id)],
    label: (id) => all.find((category) => category.id === id)?.title_az ?? fixedLabel(id) ?? id,
    isGone: (id) => all !== USUAL && !all.some((category) => category.id === id),
  };
}
