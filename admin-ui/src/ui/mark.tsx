import markUrl from './mark.svg';

/** The firm's sign: two lines of the north wind. */
export function Mark() {
  return <img className="mark" src={markUrl} alt="" width={32} height={32} />;
}
