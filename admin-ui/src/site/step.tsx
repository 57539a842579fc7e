import { Icon } from '../ui/icon';

/** One thing that has happened, or that happens now. */
export function Step({ text, done = false }: { text: string; done?: boolean }) {
  return (
    <li className="generation__step">
      {done ? <Icon name="check" /> : <span className="spinner" aria-hidden="true" />}
      {text}
    </li>
  );
}
