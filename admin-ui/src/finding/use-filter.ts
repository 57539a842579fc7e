import { useSearchParams } from 'react-router-dom';
import { type Filter, filterOf, NOTHING, paramsOf } from './filter';

/** What the list shows. It lives in the address: back, forward and a reload find it again, and it can be sent to a colleague. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  return {
    filter,
    /**
     * Anything but another page begins with the first one. `quietly`: no step of its own on the way back, as for letters typed.
     * At once: cards that are here already wait for nothing.
     */
    change(change: Partial<Filter>, quietly = false) {
      setParams((now) => paramsOf({ ...filterOf(now), page: 1, ...change }), {
        replace: quietly,
        preventScrollReset: true,
        flushSync: true,
      });
    },
    /** The page of the address is not there: the one that is takes its place, without a step of its own. */
    correctPage(page: number) {
      setParams((now) => paramsOf({ ...filterOf(now), page }), { replace: true, preventScrollReset: true });
    },
    clear() {
      setParams((now) => paramsOf({ ...NOTHING, category: filterOf(now).category, state: filterOf(now).state }), {
        preventScrollReset: true,
        flushSync: true,
      });
    },
  };
}
