import { BrowserRouter } from 'react-router-dom';
import { Screens } from './routes';

/** Without transitions: cards that are here already wait for nothing when the address changes. */
export function App() {
  return (
    <BrowserRouter useTransitions={false}>
      <Screens />
    </BrowserRouter>
  );
}
