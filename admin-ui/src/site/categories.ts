import { useQuery } from '@tanstack/react-query';
import { readCategories } from '../api/site';
import { CATEGORIES, type Category, type CategoryName } from '../api/types';
import { CATEGORY_LABELS } from '../i18n/fixed';

/** Shown until the answer is there, and without one: those of the specification. */
const USUAL: CategoryName[] = CATEGORIES.map((id) => ({ id, title_az: CATEGORY_LABELS[id], title_en: '', title_ru: '' }));
/** Content changes seldom, and whoever changes it looks at the desk soon. */
const FRESH = 60_000;

/** What a category is called in the admin: as the specification names it, else as the site does, in Azerbaijani. */
function labelOf({ id, title_az }: CategoryName): string {
  return fixedLabel(id) ?? title_az;
}

function fixedLabel(id: Category): string | undefined {
  return (CATEGORY_LABELS as Readonly<Record<string, string | undefined>>)[id];
}

export interface Categories {
  /** In the order of the site's menus. */
  all: readonly CategoryName[];
  /** The same with one that is chosen, should the firm have no such service (any more). */
  with: (chosen: Category) => readonly Category[];
  /** A category's name; its id where the firm has no such service any more. */
  label: (id: Category) => string;
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
    label: (id) => {
      const known = all.find((category) => category.id === id);
      return known ? labelOf(known) : (fixedLabel(id) ?? id);
    },
  };
}
