import { render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { setTokenSource } from '../api/client';
import { sessionTokens } from '../auth/refresh';
import { Screens } from '../shell/routes';
import { speak } from './texts';

/** The whole admin at an address, in English so that tests read well; storage is the test's own. */
export function renderApp(path: string) {
  speak();
  setTokenSource(sessionTokens);
  let at = path;
  function Address() {
    at = useLocation().pathname;
    return null;
  }
  const view = render(
    <MemoryRouter initialEntries={[path]} useTransitions={false}>
      <Screens />
      <Address />
    </MemoryRouter>,
  );
  return { ...view, path: () => at };
}
