// A blog whose lists have several pages, categories with and without posts, and words that are hard to fold.
import { createPosts } from './posts.mjs';
import { startSite } from './visitor.mjs';

/** Six posts on audit and six on valuation; number 3 is featured, "hr" has none. */
const special = {
  1: { title_az: 'İSTİFADƏ qaydaları', title_ru: 'Полугодовой ОТЧЁТ', excerpt_en: 'About the GREEN ledger' },
  2: { title_az: 'Kassa', excerpt_az: 'Qapalı ISTEHSAL', title_ru: 'Приём денег' },
};

/** The site of that blog, as `startSite` gives it. */
export async function startBlog() {
  const site = await startSite({ seed: false });
  await createPosts(site.cms, 12, (number) => ({
    category: number % 2 ? 'audit' : 'valuation',
    featured: String(number === 3),
    ...special[number],
  }));
  return site;
}
