// What an audit measures, what it must be, and how it is said. Pure: the runs are in run.mjs, the tests in e2e/site/audit.test.mjs.

const KB = 1024;

/** The pages, by the path of each; the post has a picture, contents and related ones. */
export const pages = {
  home: '/',
  about: '/about/',
  services: '/services/',
  service: '/services/tax-legal/',
  blog: '/blog/',
  post: '/blog/1/',
  author: '/blog/author/ayten-selimli/',
  contact: '/contact/',
  faq: '/faq/',
  terms: '/terms/',
};

/** A figure of a Lighthouse result, its goal and how it is written. `least`: below it fails, `most`: above it fails. */
export const figures = [
  { name: 'performance', read: ({ categories }) => categories.performance.score * 100, least: 95, write: Math.round },
  { name: 'accessibility', read: ({ categories }) => categories.accessibility.score * 100, least: 100, write: Math.round },
  { name: 'best practices', read: ({ categories }) => categories['best-practices'].score * 100, least: 100, write: Math.round },
  { name: 'SEO', read: ({ categories }) => categories.seo.score * 100, least: 100, write: Math.round },
  {
    name: 'FCP, s',
    read: ({ audits }) => audits['first-contentful-paint'].numericValue / 1000,
    most: 1.3,
    write: (value) => value.toFixed(2),
  },
  {
    name: 'LCP, s',
    read: ({ audits }) => audits['largest-contentful-paint'].numericValue / 1000,
    most: 2.2,
    write: (value) => value.toFixed(2),
  },
  { name: 'CLS', read: ({ audits }) => audits['cumulative-layout-shift'].numericValue, most: 0.01, write: (value) => value.toFixed(3) },
  { name: 'TBT, ms', read: ({ audits }) => audits['total-blocking-time'].numericValue, most: 50, write: Math.round },
  { name: 'KB in all', read: ({ audits }) => audits['total-byte-weight'].numericValue / KB, most: 800, write: Math.round },
];

/** The middle of an odd number of figures; of an even one the mean of both in the middle. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The medians of a page's runs, by figure. A run that measured nothing is an error, not a zero. */
export function medians(results) {
  return Object.fromEntries(
    figures.map(({ name, read }) => {
      const values = results.map(read);
      if (values.length === 0 || !values.every(Number.isFinite)) throw new Error(`${name} was not measured: ${values}`);
      return [name, median(values)];
    }),
  );
}

/** What misses its goal, in words. What is compared is what is written, so that no table contradicts its verdict. */
export function misses(page, measured) {
  return figures.flatMap(({ name, least = -Infinity, most = Infinity, write }) => {
    const value = Number(write(measured[name]));
    if (value >= least && value <= most) return [];
    return [`${page}: ${name} is ${write(measured[name])}, the goal is ${value < least ? `${least} or more` : `${most} or less`}`];
  });
}

/** The table as Markdown, the goals in its last row. */
export function table(measured) {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const goal = ({ least, most }) => (least === undefined ? `≤ ${most}` : least === 100 ? '100' : `≥ ${least}`);
  return [
    row(['page', ...figures.map(({ name }) => name)]),
    row(['---', ...figures.map(() => '---:')]),
    ...Object.entries(measured).map(([page, values]) => row([page, ...figures.map(({ name, write }) => write(values[name]))])),
    row(['**goal**', ...figures.map(goal)]),
  ].join('\n');
}
